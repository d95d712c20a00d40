import { keptOf, people, sending, SEND, to } from './lib/sending.mts';

const s = sending();
const REFUSED = { code: 1, data: { recipient: ['Invalid'] } };
const RETRY = { retryOnFail: { maxTries: 3 } };

test('a try sends only what was refused before; what was accepted is returned as it was', async () => {
	s.strike(to(3), REFUSED, 2);
	const { main, error } = await s.send(people(4), { maxConcurrent: 1 }, RETRY);
	expect(error).toBeUndefined();
	// Three tries: 0, 1, 2 and the refused 3 in the first; 3 alone in each of the others.
	expect(s.called()).toEqual([to(0), to(1), to(2), to(3), to(3), to(3)]);
	const first = s.callsOf(SEND).map(({ accepted }) => Number(accepted?.[0]));
	expect(main.map(({ json }) => json.messageId)).toEqual([first[0], first[1], first[2], first[5]]);
	expect(main.map(({ json, pairedItem }) => [json.statusText, json.recovered, pairedItem])).toEqual(
		[0, 1, 2, 3].map((item) => ['sent', undefined, { item }]),
	);
});

test('when all tries fail, the summary counts what was accepted in any of them', async () => {
	s.strike(to(1), REFUSED, Infinity);
	const { error } = await s.send(people(3), { maxConcurrent: 1 }, RETRY);
	expect(s.called()).toEqual([to(0), to(1), to(1), to(1)]);
	expect(error?.message).toBe(
		'1 of 3 messages accepted; item 2: The service did not accept a value (code 1): recipient: Invalid',
	);
});

test('items that stop mode had not reached are sent by a later try', async () => {
	s.strike(to(0), REFUSED);
	const { main } = await s.send(people(3), { maxConcurrent: 1 }, RETRY);
	expect(s.called()).toEqual([to(0), to(0), to(1), to(2)]);
	expect(main).toHaveLength(3);
});

test('bad input in one item: nothing is sent by any try', async () => {
	const items = [...people(2), { to: 'nobody', text: 'Hi' }];
	const { error } = await s.send(items, {}, RETRY);
	expect(s.called()).toEqual([]);
	expect(error?.message).toBe(
		'0 of 3 messages accepted; item 3: "Recipient" holds letters: "nobody"',
	);
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'%s: a first item that failed is tried again, and nothing else is sent again',
	async (onError) => {
		s.strike(to(0), REFUSED, Infinity);
		const { main, errors } = await s.send(people(3), {}, { ...RETRY, onError });
		expect([...s.called()].sort()).toEqual([to(0), to(0), to(0), to(1), to(2)]);
		const lists = onError === 'continueErrorOutput' ? [errors, main] : [main];
		expect(lists.flat().map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	},
);

test('the ledger holds no number and no text, and goes when the run ends well', async () => {
	s.strike(to(1), REFUSED);
	const failed = await s.send(people(2), { maxConcurrent: 1 });
	const kept = JSON.stringify(keptOf(failed));
	expect(kept).toContain('"messageId":"70000000002"');
	for (const secret of [to(0), to(1), 'Hello']) expect(kept).not.toContain(secret);

	const retried = await s.send(people(2), {}, { context: keptOf(failed) });
	expect(retried.main).toHaveLength(2);
	expect(keptOf(retried)).toMatchObject({ 'node:Node': { sends: { runs: {} } } });
});
