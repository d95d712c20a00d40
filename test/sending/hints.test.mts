import type { INodeParameters } from 'n8n-workflow';

import { fromItem, harness, NOON } from '../engine/lib/harness.mts';

const h = harness();

/** Sends a message for each item. Gives what the editor shows above the output. */
async function hintsOf(
	items: Array<{ text: string }>,
	options: INodeParameters = {},
): Promise<string[] | undefined> {
	const parameters = { recipient: '77010000001', text: fromItem('text'), options };
	const { run, error } = await h.message('message.send', parameters, { items });
	expect(error).toBeUndefined();
	return run.data.resultData.runData.Node.at(-1)?.hints?.map(({ message, location }) => {
		expect(location).toBe('outputPane');
		return message;
	});
}

test('says how many messages take more than one segment', async () => {
	const long = { text: 'x'.repeat(161) };
	expect(await hintsOf([{ text: 'Hi' }, long])).toEqual([
		'One message takes more than one segment, and each segment is billed: 3 in all.',
	]);
	expect(await hintsOf([long, long])).toEqual([
		'2 messages take more than one segment, and each segment is billed: 4 in all.',
	]);
});

test('says that a message waits for a moderator, and is not to be sent again', async () => {
	expect(await hintsOf([{ text: 'For moderation' }])).toEqual([
		'One message waits for a moderator of the service and will go out after that. Nothing needs to be sent again.',
	]);
});

test('says until when deferred messages wait', async () => {
	const items = [{ text: 'Hi' }, { text: 'Ho' }];
	const parameters = {
		recipient: '77010000001',
		text: fromItem('text'),
		additionalFields: { deferredToTs: '2026-03-10T18:00:00' },
	};
	const given = h.node('message', 'message.send', parameters, { items, timezone: 'Europe/Berlin' });
	jest.spyOn(Date, 'now').mockReturnValue(NOON);
	const { run } = await h.engine.run(given);
	jest.restoreAllMocks();
	const hints = run.data.resultData.runData.Node.at(-1)?.hints?.map(({ message }) => message);
	expect(hints).toEqual(['2 messages wait until 2026-03-10T18:00:00+01:00.']);
});

test('says nothing where all is as expected', async () => {
	expect(await hintsOf([{ text: 'Hi' }])).toEqual([]);
});

const BILLED = 'One message takes more than one segment, and each segment is billed:';
const typographic = { text: `It\u2019s ${'x'.repeat(80)} \u2026` };

test('names the characters that make a text long, and what replaces them', async () => {
	expect(await hintsOf([typographic])).toEqual([
		`${BILLED} 2 in all.`,
		'One message takes 2 segments because of \u2019 at 3, \u2026 at 87; Smart Encoding would replace it.',
	]);
	expect(await hintsOf([typographic], { smartEncoding: true })).toEqual([]);
	expect(await hintsOf([{ text: `${typographic.text} \u{1f600}` }])).toEqual([
		`${BILLED} 2 in all.`,
		'One message takes 2 segments because of \u2019 at 3, \u2026 at 87, \u{1f600} at 89.',
	]);
	expect(await hintsOf([{ text: 'x' }, typographic, typographic])).toContain(
		'2 messages take more segments because of characters such as \u2019 at 3, \u2026 at 87; Smart Encoding would replace them.',
	);
});

test('a dry run says what all of it would take', async () => {
	expect(await hintsOf([{ text: 'x' }, { text: 'x'.repeat(161) }], { dryRun: true })).toEqual([
		'2 messages would be sent, 3 segments in all. Nothing was sent.',
	]);
	expect(await hintsOf([{ text: 'x' }], { dryRun: true })).toEqual([
		'One message would be sent, 1 segment in all. Nothing was sent.',
	]);
});
