import type { INodeParameters } from 'n8n-workflow';

import { fromItem } from '../engine/lib/harness.mts';
import { sendingByOwnClock, to } from './lib/sending.mts';

const s = sendingByOwnClock();
const dryRun = { dryRun: true };
const LONG = 'x'.repeat(161);
const TYPOGRAPHIC = `It\u2019s ${'x'.repeat(80)} \u2026`;
const SIGNS =
	'One message takes more segments because of characters such as \u2019 at 3, \u2026 at 87';
const BILLED = 'One message takes more than one segment, and each segment is billed:';

const MODERATOR = 'for a moderator of the service';
const APPROVED = 'approved. Do not send again.';

/** What the editor shows above the output of one message for each text. */
test.each<[texts: string[], hints: string[], options?: INodeParameters]>([
	[['Hi'], []],
	[['Hi', LONG], [`${BILLED} 3 in all.`]],
	[[LONG, LONG], ['2 messages take more than one segment, and each segment is billed: 4 in all.']],
	[['For moderation'], [`One message waits ${MODERATOR}, and goes out if it is ${APPROVED}`]],
	[
		['For moderation', 'For moderation'],
		[`2 messages wait ${MODERATOR}, and go out if they are ${APPROVED}`],
	],
	[['It\u2019s'], []],
	[[TYPOGRAPHIC], [`${BILLED} 2 in all.`, `${SIGNS}; Smart Encoding would replace them.`]],
	[[TYPOGRAPHIC], [], { smartEncoding: true }],
	[
		[`${TYPOGRAPHIC} \u{1f600}\u2713`],
		[`${BILLED} 2 in all.`, `${SIGNS}, \u{1f600} at 89 and 1 other.`],
	],
	[
		['x', TYPOGRAPHIC, TYPOGRAPHIC],
		[
			'2 messages take more than one segment, and each segment is billed: 5 in all.',
			'2 messages take more segments because of characters such as \u2019 at 3, \u2026 at 87; Smart Encoding would replace them.',
		],
	],
	// Of a text in another alphabet, no character is to blame.
	[[`${'Привет! '.repeat(9)}`], [`${BILLED} 2 in all.`]],
	[['x'], ['One message would be sent without Dry Run, 1 segment in all.'], dryRun],
	[['x', LONG], ['2 messages would be sent without Dry Run, 3 segments in all.'], dryRun],
	[
		['x', LONG],
		['One message would be sent without Dry Run, 1 segment in all.', `${BILLED} 2 in all.`],
		{ dryRun: "={{ $json.text === 'x' }}" },
	],
])('%j: %j', async (texts, expected, options = {}) => {
	const items = texts.map((text, n) => ({ to: to(n), text }));
	const { run, error } = await s.send(items, options);
	expect(error).toBeUndefined();
	const hints = run.data.resultData.runData.Node[0].hints ?? [];
	expect(hints.map(({ message }) => message)).toEqual(expected);
	expect(hints.every(({ location }) => location === 'outputPane')).toBe(true);
});

test.each([
	[['12'], 'One message waits until 2026-03-11T12:00:00+05:00.'],
	[['12', '12'], '2 messages wait until 2026-03-11T12:00:00+05:00.'],
	[
		['14', '09', '12'],
		'3 messages wait until 2026-03-11T09:00:00+05:00, the last one until 2026-03-11T14:00:00+05:00.',
	],
])('what waits until %j is told with its times', async (hours, hint) => {
	const items = hours.map((hour, n) => ({ to: to(n), text: 'Hi', at: `2026-03-11 ${hour}:00:00` }));
	const additionalFields = { deferredToTs: fromItem('at') };
	expect((await s.send(items, {}, { additionalFields })).hints).toEqual([hint]);
	// Of a dry run, nothing waits.
	const dry = await s.send(items, dryRun, { additionalFields });
	expect(dry.hints).toEqual([expect.stringContaining('without Dry Run')]);
});

/** The values of the first item for all items, or one fixed number, would send somebody the same again and again. */
test.each([{}, dryRun])('the same message to one person is told of, %j', async (more) => {
	const items = [0, 1, 0, 2].map((n) => ({ to: to(n), text: 'Hi' }));
	const { hints } = await s.send(items, more);
	expect(hints).toContainEqual(
		expect.stringMatching(/^2 messages have the same recipient and text.* Execute Once .*\.item\./),
	);
});

/** A key in which a field is empty would cost all but one their message, without a word. */
test.each<[keys: string[], hints: RegExp[], toOf?: typeof to]>([
	[['order-1', 'order-2'], []],
	[
		['order-', 'order-', 'order-'],
		[
			/^3 recipients have the same Send Once Key, "order-": only one of them gets the message\. Make/,
			/^2 messages were not sent, because the Send Once Key was used before\.$/,
		],
	],
	[
		// The editor shows hints as HTML.
		['<img src=//a.bc/d>', '<img src=//a.bc/d>'],
		[/^2 recipients have the same Send Once Key, "\u2039img src=\/\/a\.bc\/d>": /, /used before/],
	],
	[
		['order-1', 'order-1'],
		[/^One message was not sent, because the Send Once Key was used before\.$/],
		() => to(0),
	],
])('keys %j', async (keys, expected, toOf = to) => {
	const items = keys.map((key, n) => ({ to: toOf(n), text: 'Hi', key }));
	const { hints, error } = await s.send(items, { sendOnceKey: fromItem('key') });
	expect(error).toBeUndefined();
	expect(hints).toEqual(expected.map((hint) => expect.stringMatching(hint)));
});
