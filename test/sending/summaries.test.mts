import type { IDataObject } from 'n8n-workflow';

import { CONTINUE, HOUR, LOST, people, REFUSED } from './lib/sending.mts';
import { SEND, sendingByOwnClock, to } from './lib/sending.mts';

const s = sendingByOwnClock();
const summary = { output: 'summary' };

test('one item closes the run: counts that make up all messages, and the rows that failed', async () => {
	s.strike(to(1), REFUSED);
	s.strike(to(2), LOST);
	const queued = { status: 200, body: '{"code":100,"data":"812","message":""}' };
	s.service.faults.add({ method: SEND, when: s.isTo(to(3)), kind: queued });
	const items = [
		...people(5, (n) => ({ name: `N${n}` })),
		{ to: 'nobody', text: 'Hello', name: 'Ann' },
		{ to: to(5), text: 'a'.repeat(161), name: 'N5' },
	];
	const options = { ...summary, skipRecipients: to(4), maxConcurrent: 1 };
	const { main } = await s.send(items, options, CONTINUE);
	expect(main).toEqual([
		{
			json: {
				...{ messages: 7, accepted: 2, skipped: 1, queued: 1, deferred: 0, refused: 2 },
				...{ unknown: 1, notSent: 0, segments: 4 },
				problems: [
					{ row: 2, recipient: to(1), outcome: 'refused', error: expect.any(String) },
					{ row: 3, recipient: to(2), outcome: 'unknown', error: expect.any(String) },
					{
						...{ row: 6, recipient: null, outcome: 'refused' },
						error: '"Recipient" has letters: "nobody"',
					},
				],
			},
			pairedItem: items.map((_, item) => ({ item })),
		},
	]);
});

test('Include Input: the columns of the row come after those of the output, and give way to them', async () => {
	s.strike(to(1), REFUSED);
	const items = people(2, (n) => ({ name: `N${n}`, status: 'mine' }));
	const { main } = await s.send(items, { includeInput: true }, CONTINUE);
	expect(Object.entries(main[0].json)).toEqual([
		...Object.entries({ recipient: to(0), outcome: 'accepted', segments: 1 }),
		['messageId', expect.any(Number)],
		['campaignId', expect.any(Number)],
		...Object.entries({ status: 2, statusText: 'sent', to: to(0), text: 'Hello 0', name: 'N0' }),
	]);
	expect(main[1].json).toMatchObject({ details: { outcome: 'refused' }, name: 'N1' });
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

test('Include Input: a column error stays behind, since n8n would take its item for a failed one and run the node again', async () => {
	const items = people(2, () => ({ error: '', message: 'No money' }));
	const { main } = await s.send(items, { includeInput: true }, { retryOnFail: { maxTries: 3 } });
	expect(s.called()).toEqual([to(0), to(1)]);
	expect(
		main.map(({ json }) => [json.outcome, json.message, 'error' in json, 'details' in json]),
	).toEqual([0, 1].map(() => ['accepted', 'No money', false, false]));
});

test('with Include Input the rows that failed keep their number, recipient, outcome and error, whatever columns they have; what waits is counted', async () => {
	s.strike(to(1), REFUSED);
	const items = people(2, () => ({ row: 17, recipient: 'Ann', outcome: 'mine', error: 'none' }));
	const deferredToTs = new Date(Date.now() + 2 * HOUR).toISOString();
	const more = { ...CONTINUE, additionalFields: { deferredToTs } };
	const { main } = await s.send(items, { ...summary, includeInput: true }, more);
	const error = expect.stringMatching(/code 15/);
	expect(main[0].json).toMatchObject({ messages: 2, accepted: 1, deferred: 1, refused: 1 });
	expect(main[0].json.problems).toEqual([
		{ row: 2, recipient: to(1), outcome: 'refused', error, to: to(1), text: 'Hello 1' },
	]);
});

test('a summary comes out also where every item is refused', async () => {
	const { main } = await s.send([{ to: 'nobody', text: 'Hello' }], summary, CONTINUE);
	expect(main.map(({ json }) => [json.messages, json.refused])).toEqual([[1, 1]]);
});

test('in the error output n8n puts the row beside the fault, as without it', async () => {
	s.strike(to(1), REFUSED);
	const items = people(2, (n) => ({ name: `N${n}` }));
	const onError = 'continueErrorOutput' as const;
	const { main, errors } = await s.send(items, { includeInput: true }, { onError });
	expect(main.map(({ json }) => json.name)).toEqual(['N0']);
	expect(errors.map(({ json }) => [json.name, Object.keys(json)])).toEqual([
		['N1', ['to', 'text', 'name', 'error', 'message', 'details']],
	]);
});

test.each([
	['the error output', {}, 'continueErrorOutput' as const],
	['Include Input', { includeInput: true }, CONTINUE.onError],
])('%s: a column message stays in a row that fails, however often', async (_, options, onError) => {
	const failed = async (row: IDataObject) => {
		const { main, errors } = await s.send([row], options, { onError });
		return [...main, ...errors][0].json;
	};
	const more = { to: 'nobody', text: 'Hello' };
	const own = await failed({ ...more, message: 'Hello Ann' });
	const without = await failed(more);
	expect(own).toMatchObject({ message: 'Hello Ann', details: { advice: without.message } });
	expect(without).not.toMatchObject({ details: { advice: expect.anything() } });

	const other = { to: to(1), text: 'a'.repeat(2000) };
	const again = await failed({ ...own, ...other });
	const later = await failed({ ...without, ...other });
	expect(later.message).toMatch(/^Shorten the text/);
	expect(again).toMatchObject({ message: 'Hello Ann', details: { advice: later.message } });
});

test.each([
	['Max Messages', { maxMessages: 1 }, {}],
	['Max per Day', { maxPerDay: 1 }, {}],
	['a Send At that has passed', {}, { deferredToTs: '2026-03-10 12:00:00' }],
])('the rows of a summary name their recipients: %s', async (_, options, additionalFields) => {
	const more = { ...CONTINUE, additionalFields };
	const { main } = await s.send(people(2), { ...summary, ...options }, more);
	const problems = main[0].json.problems as IDataObject[];
	expect(problems.map(({ recipient }) => recipient)).toEqual([to(0), to(1)]);
});

test('in stop mode a failed item ends the run, with a summary too; what is queued is not accepted', async () => {
	s.strike(to(1), { code: 100, data: '812' });
	s.strike(to(2), REFUSED);
	const { error } = await s.send(people(3), { ...summary, maxConcurrent: 1 });
	expect(error?.message).toMatch(/^1 of 3 messages accepted; item 3: /);
});

test('of a dry run', async () => {
	const { main } = await s.send(people(2), { ...summary, dryRun: true, skipRecipients: to(1) });
	expect(main.map(({ json }) => json)).toEqual([
		{
			...{ messages: 2, accepted: 0, skipped: 1, queued: 0, deferred: 0, refused: 0, unknown: 0 },
			...{ notSent: 0, segments: 1, dryRun: 1, problems: [] },
		},
	]);
});

test('of a service that answers nothing: what is unknown, and what was not sent', async () => {
	for (const n of [0, 1, 2]) s.strike(to(n), LOST);
	const { main } = await s.send(people(5), { ...summary, maxConcurrent: 1 }, CONTINUE);
	expect(main[0].json).toMatchObject({ accepted: 0, refused: 0, unknown: 3, notSent: 2 });
});
