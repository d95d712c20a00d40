import { people, sending, to } from './lib/sending.mts';

const s = sending();
const BY_KEY = { sendOnceKey: '={{ $json.key }}' };
const one = (n: number, key: unknown) => ({ to: to(n), text: `Hello ${n}`, key: String(key) });
const onError = 'continueRegularOutput' as const;

test('a key that an earlier execution used is not sent again: skip says so', async () => {
	await s.send([one(0, 'order 1')], BY_KEY);
	const { main } = await s.send([one(0, 'order 1'), one(1, 'order 2')], BY_KEY);
	expect([...s.called()].sort()).toEqual([to(0), to(1)]);
	expect(main[0]).toEqual({
		json: {
			recipient: to(0),
			campaignId: null,
			messageId: null,
			status: null,
			statusText: null,
			segments: 1,
			outcome: 'skipped',
			skipped: true,
		},
		pairedItem: { item: 0 },
	});
	expect(main[1].json).toMatchObject({ statusText: 'sent', outcome: 'accepted' });
});

test('spaces around a key do not make it another one', async () => {
	await s.send([one(0, 'order 1')], BY_KEY);
	const { main } = await s.send([one(0, ' order 1\u00a0')], BY_KEY);
	expect(main[0].json.skipped).toBe(true);
	expect(s.called()).toHaveLength(1);
});

test.each([[''], ['  '], [null], [undefined]])(
	'a key that was asked for and is empty (%j): the item is refused, the others are sent',
	async (key) => {
		const items = people(2, (n) => ({ key: n === 0 ? key : 'k' }));
		const { main } = await s.send(items, BY_KEY, { onError });
		expect(main[0].json).toMatchObject({
			error: '"Send Once Key" is empty',
			details: { outcome: 'refused', field: 'sendOnceKey' },
		});
		expect(s.called()).toEqual([to(1)]);
	},
);

test('a key counts for its node only', async () => {
	await s.send([one(0, 'k')], BY_KEY, { nodeId: 'a' });
	await s.send([one(0, 'k')], BY_KEY, { nodeId: 'b' });
	await s.send([one(0, 'k')], BY_KEY, { nodeId: 'a' });
	expect(s.called()).toHaveLength(2);
});

test('"error" lets the item fail', async () => {
	await s.send([one(0, 'invoice 1')], BY_KEY);
	const { main } = await s.send(
		[one(0, 'invoice 1'), one(1, 'invoice 2')],
		{ ...BY_KEY, ifSeen: 'error' },
		{ onError },
	);
	expect(main[0].json.error).toBe('"Send Once Key" was seen before: invoice 1');
	expect(main[1].json).toMatchObject({ statusText: 'sent' });
	expect(s.called()).toEqual([to(0), to(1)]);
});

test('a choice of If Key Was Seen that there is not is refused by its name', async () => {
	const wrong = ['maybe', 5, {}, []];
	const items = wrong.map((ifSeen, n) => ({ ...one(n, n), ifSeen }));
	const { main } = await s.send(items, { ...BY_KEY, ifSeen: '={{ $json.ifSeen }}' }, { onError });
	expect(main.map(({ json }) => json.error)).toEqual(
		wrong.map(() => expect.stringMatching(/^"If Key Was Seen" /)),
	);
	expect(s.called()).toEqual([]);
});

test('two items with one key in one run: the first is sent', async () => {
	const { main } = await s.send([one(0, 'k'), one(1, 'k'), one(2, 'k')], BY_KEY);
	expect(s.called()).toEqual([to(0)]);
	expect(main.map(({ json }) => json.skipped)).toEqual([undefined, true, true]);
});

test('a refusal takes the key back: the next item with it is sent, and so is a later execution', async () => {
	s.strike(to(0), { code: 15 }, 2);
	const items = [one(0, 'k'), one(1, 'k')];
	const { main } = await s.send(items, BY_KEY, { onError });
	expect(main[0].json.error).toMatch(/code 15/);
	expect(main[1].json).toMatchObject({ statusText: 'sent' });

	await s.send([one(0, 'other')], BY_KEY, { onError });
	await s.send([one(0, 'other')], BY_KEY, { onError });
	expect(s.called()).toEqual([to(0), to(1), to(0), to(0)]);
});

test('under Retry On Fail an accepted message is returned as it was, not as skipped', async () => {
	s.strike(to(1), { code: 15 });
	const items = people(2, (n) => ({ key: n }));
	const options = { ...BY_KEY, maxConcurrent: 1 };
	const { main } = await s.send(items, options, { retryOnFail: { maxTries: 2 } });
	expect(s.called()).toEqual([to(0), to(1), to(1)]);
	expect(main.map(({ json }) => [json.statusText, json.skipped])).toEqual([
		['sent', undefined],
		['sent', undefined],
	]);
});
