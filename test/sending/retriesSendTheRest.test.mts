import { scenes, wordsOf, type Step } from './lib/scene.mts';
import { CONTINUE, keptOf, LOST, people, person, range, REFUSED, SEND } from './lib/sending.mts';
import { resultOf, sendingByOwnClock, to, UNHEARD } from './lib/sending.mts';

const s = sendingByOwnClock();
const all = (count: number, end: string) => Array<string>(count).fill(end);

const twoTexts = { items: ['One', 'Two'].map((text) => ({ to: to(0), text })) };
const firstFails: Omit<Step, 'ends'> = {
	...{ items: 3, tries: 3, faults: [[0, REFUSED, Infinity]] },
	called: [0, 1, 2, 0, 0],
};

scenes(s, {
	'only what was refused before is sent': {
		items: 4,
		tries: 3,
		faults: [[3, REFUSED, 2]],
		called: [0, 1, 2, 3, 3, 3],
		ends: all(4, 'sent'),
	},
	'when all tries fail, the summary counts what any of them sent': {
		items: 3,
		tries: 3,
		called: [0, 1, 1, 1],
		faults: [[1, { code: 1, data: { recipient: ['Invalid'] } }, Infinity]],
		ends: /^1 of 3 messages accepted; item 2: The service did not accept a value \(code 1\): recipient: Invalid$/,
	},
	'of two equal messages, the one that was refused is sent': {
		...{ items: [person(0), person(0)], ...CONTINUE, tries: 2 },
		...{ faults: [[0, REFUSED]], called: [0, 0, 0], ends: all(2, 'sent') },
	},
	'nothing is sent by any try where one item is bad': {
		items: [...people(2), { to: 'nobody', text: 'Hi' }],
		tries: 3,
		called: [],
		ends: /^0 of 3 messages accepted; item 3: "Recipient" has letters: "nobody"$/,
	},
	'Continue: a first item that failed is tried again, and nothing else': [
		{ ...firstFails, ...CONTINUE, ends: ['refused', 'sent', 'sent'] },
		{ ...firstFails, onError: 'continueErrorOutput', ends: all(2, 'sent') },
	],
	'an unknown outcome is looked up by each try, and does not keep the rest from being sent': {
		items: 5,
		tries: 2,
		faults: [[1, LOST, Infinity]],
		looks: 10,
		called: range(5),
		ends: /^4 of 5 messages accepted; item 2: It is not known whether the message to \d+ was sent: an earlier try may have sent it/,
	},
	'a message that shows after the first try is found by the second': {
		items: 2,
		tries: 2,
		faults: [[1, UNHEARD]],
		lag: 16_500,
		called: [0, 1],
		ends: ['sent', 'found'],
	},
	'what was not sent for the silence of the service is sent, what is unknown is not': {
		items: 6,
		tries: 2,
		...CONTINUE,
		called: range(6),
		faults: range(3).map((n) => [n, LOST]),
		ends: [...all(3, 'unknown'), ...all(3, 'sent')],
	},
	'by hand: another number in the place of an item is sent to': [
		{ items: 2, faults: [[1, REFUSED]], called: [0, 1], ends: /^1 of 2/ },
		{
			items: [{ to: to(7), text: 'Hello 0' }, people(2)[1]],
			retries: 0,
			called: [7, 1],
			ends: all(2, 'sent'),
		},
	],
	'by hand, with an edit that leaves the texts empty: what was sent does not come out as refused': [
		{ items: 2, faults: [[1, REFUSED]], called: [0, 1], ends: /^1 of 2/ },
		{
			items: people(2, () => ({ text: '' })),
			...{ retries: 0, ...CONTINUE, called: [], ends: ['sent', 'refused'] },
		},
	],
	'by hand: the lost message with one text is not taken for a changed one with another, which was not reached':
		[
			{ ...twoTexts, faults: [[0, UNHEARD]], unreadable: 5, called: [0], ends: /^0 of 2/ },
			{ ...twoTexts, retries: 0, ...CONTINUE, called: [0], ends: ['found', 'sent'] },
		],
	'by hand: retries of retries, and of the original again': [
		{ items: 5, called: [0, 1], ends: /^1 of 5/, faults: [1, 3].map((n) => [n, REFUSED]) },
		{ items: 5, retries: 0, called: [1, 2, 3], ends: /^3 of 5/ },
		{ items: 5, retries: 1, called: [3, 4], ends: all(5, 'sent') },
		{ items: 5, retries: 0, called: [], ends: ['sent', ...all(4, 'found')] },
		{ items: 5, retries: 1, called: [], ends: [...all(3, 'sent'), ...all(2, 'found')] },
	],
	'by hand, twice: an execution that ended before it could send anything': [
		{ items: 2, credential: { server: 'other', baseUrl: '' }, called: [], ends: /^"Base URL"/ },
		{ items: 2, retries: 0, faults: [[1, REFUSED]], called: [0, 1], ends: /^1 of 2/ },
		{ items: 2, retries: 0, called: [1], ends: ['found', 'sent'] },
	],
});

test('the journal holds no number and no text, and goes when the run ends well', async () => {
	s.strike(to(1), REFUSED);
	const failed = await s.send(people(2), { maxConcurrent: 1 });
	expect(failed.error?.description).toMatch(/ · 1 segment in all · To send the rest[^·]*$/);
	const kept = JSON.stringify(keptOf(failed));
	expect(kept).toContain('"messageId":"70000000002"');
	for (const secret of [to(0), to(1), 'Hello']) expect(kept).not.toContain(secret);
	const retried = await s.send(people(2), {}, { context: keptOf(failed) });
	expect(keptOf(retried)).toMatchObject({ 'node:Node': { sends: { runs: {} } } });
});

test('a retry by an older n8n, which does not say when the execution began, finds its lost message', async () => {
	await s.acquaint();
	s.strike(to(0), UNHEARD);
	s.strikeList({ code: 9 }, 5);
	const failed = await s.send(people(1));
	expect(wordsOf(await s.retry(failed, people(1), { began: Date.now() }))).toEqual(['found']);
});

test('of a loop in which messages failed, the journal keeps the last run alone', async () => {
	s.strike(to(0), REFUSED, Infinity);
	const rounds = range(3).map(() => people(2));
	const kept = keptOf(resultOf(await s.engine.start(s.node([], {}, CONTINUE), rounds)));
	expect(Object.keys(Object(kept?.['node:Node']).sends.runs)).toEqual(['2']);
});

test('in a sub-workflow, which a retry of its caller runs anew, the retry of its own execution is named', async () => {
	s.strike(to(1), REFUSED);
	const { error } = await s.send(people(2), { maxConcurrent: 1 }, { mode: 'integrated' });
	expect(error?.description).toMatch(
		/ · 1 segment in all · A retry of the calling execution sends this again; .* click Retry at the execution of this sub-workflow/,
	);
});

test.each([false, true])(
	'a run of a loop that sends nothing after one that sent, dry run: %s',
	async (dryRun) => {
		const bad = { to: to(3), text: '' };
		for (const last of [[person(2), bad], [bad]]) {
			const { error } = resultOf(
				await s.engine.start(s.node([], { dryRun }, {}), [people(2), last]),
			);
			expect(error?.message).toMatch(/^(0 of 2 messages accepted; .*)?"Text" is empty/);
			expect(error?.description).toMatch(dryRun ? /^((?!Retry).)*$/ : / · To send the rest[^·]*$/);
		}
	},
);

test('at a limit of calls nobody is told to run it again, which would send twice what was sent', async () => {
	s.service.faults.rateLimit = { calls: 1, ms: 3_600_000, methods: [SEND] };
	const { error } = await s.send(people(2), { maxConcurrent: 1 });
	expect(error?.message).toMatch(/^1 of 2 messages accepted; item 2: .* \(code 30\)$/);
	expect(error?.description).toMatch(
		/^Wait[^·]* · .*To send the rest and nothing twice, click Retry/,
	);
	expect(error?.description).not.toMatch(/run it again|fewer items/);
});
