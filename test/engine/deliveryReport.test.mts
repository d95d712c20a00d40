import { fromItem, harness, NOON } from './lib/harness.mts';

const h = harness();
const FIRST = 70000000002;
const parameters = { messageIds: fromItem('ids') };

const sent = () =>
	h.service.calls.map(({ rawBody }) => new URLSearchParams(rawBody).getAll('ids[]'));
const report = (id: number, item: number, change = {}) => ({
	json: {
		id,
		status: 'DELIVRD',
		segNum: 1,
		startSendTs: '2026-03-10 12:00:00',
		statusUpdateTs: '2026-03-10 12:00:00',
		final: true,
		...change,
	},
	pairedItem: { item },
});

describe.each(['observed', 'documented'] as const)(
	'Message/GetSMSStatus, %s answers',
	(dialect) => {
		beforeEach(() => h.service.setDialect(dialect));

		test('ids as a number, a text, a list in a text and an array, in one call', async () => {
			h.service.store.addMessages(5);
			const items = [
				{ ids: FIRST + 2 },
				{ ids: ` ${FIRST} ` },
				{ ids: `${FIRST + 3}, ${FIRST + 1}` },
				{ ids: [FIRST + 4, String(FIRST)] },
			];
			const { main } = await h.message('deliveryReport.get', parameters, { items });
			expect(sent()).toEqual([[2, 0, 3, 1, 4].map((n) => String(FIRST + n))]);
			expect(main).toEqual([
				report(FIRST + 2, 0),
				report(FIRST, 1),
				report(FIRST + 3, 2),
				report(FIRST + 1, 2),
				report(FIRST + 4, 3),
				report(FIRST, 3),
			]);
		});

		test('times that are not known yet are null, and the clock is written with colons', async () => {
			h.service.store.addMessage({ status: 'NEW' });
			h.service.store.addMessage({ status: 'PDLIVRD', statusUpdateTs: NOON + 61_000, segNum: 3 });
			const { main } = await h.message('deliveryReport.get', {
				messageIds: `${FIRST},${FIRST + 1}`,
			});
			expect(main).toEqual([
				report(FIRST, 0, { status: 'NEW', final: false, startSendTs: null, statusUpdateTs: null }),
				report(FIRST + 1, 0, {
					status: 'PDLIVRD',
					final: false,
					segNum: 3,
					statusUpdateTs: '2026-03-10 12:01:01',
				}),
			]);
		});
	},
);

test.each([
	[1, [1]],
	[100, [100]],
	[101, [100, 1]],
	[950, [100, 100, 100, 100, 100, 100, 100, 100, 100, 50]],
])('%i items: calls of %j', async (count, sizes) => {
	h.service.store.addMessages(count);
	const items = Array.from({ length: count }, (_, n) => ({ ids: FIRST + count - 1 - n }));
	const { main } = await h.message('deliveryReport.get', parameters, { items });
	expect(
		sent()
			.map((ids) => ids.length)
			.sort((a, b) => b - a),
	).toEqual(sizes);
	expect(main.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
		items.map(({ ids }, item) => [ids, { item }]),
	);
});

test('one item with 250 ids', async () => {
	h.service.store.addMessages(250);
	const ids = Array.from({ length: 250 }, (_, n) => FIRST + n);
	const { main } = await h.message('deliveryReport.get', parameters, {
		items: [{ ids: ids.join(',') }],
	});
	expect(sent().map((list) => list.length)).toEqual([100, 100, 50]);
	expect(main.map(({ json }) => json.id)).toEqual(ids);
	expect(main.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
});

test('an id asked for twice is sent once and comes out twice, as items of their own', async () => {
	h.service.store.addMessages(2);
	const { main } = await h.message('deliveryReport.get', parameters, {
		items: [{ ids: [FIRST, FIRST] }, { ids: FIRST }],
	});
	expect(sent()).toEqual([[String(FIRST)]]);
	expect(main).toEqual([report(FIRST, 0), report(FIRST, 0), report(FIRST, 1)]);
	expect(main[0].json).not.toBe(main[1].json);
});

test('ids without a report are left out', async () => {
	h.service.store.addMessages(1);
	const { main } = await h.message('deliveryReport.get', parameters, {
		items: [{ ids: 5 }, { ids: `6,${FIRST},7` }],
	});
	expect(main).toEqual([report(FIRST, 1)]);
});

test('or are the failure of the item that asked', async () => {
	h.service.store.addMessages(1);
	const { main } = await h.message(
		'deliveryReport.get',
		{ ...parameters, options: { missing: fromItem('missing') } },
		{
			items: [
				{ ids: `5,${FIRST},6`, missing: 'error' },
				{ ids: FIRST, missing: 'error' },
				{ ids: `6,${FIRST}`, missing: 'omit' },
			],
			onError: 'continueRegularOutput',
		},
	);
	expect(main[0].json.error).toBe('The service has no report for 5, 6');
	expect(main.slice(1)).toEqual([report(FIRST, 1), report(FIRST, 2)]);
	expect(sent()).toHaveLength(1);
});

test('a refused call concerns only the items with ids in it', async () => {
	h.service.store.addMessages(150);
	h.service.faults.add({
		when: ({ rawBody }) => rawBody.includes(String(FIRST + 149)),
		kind: { code: 15 },
	});
	const items = Array.from({ length: 150 }, (_, n) => ({ ids: FIRST + n }));
	const { main } = await h.message('deliveryReport.get', parameters, {
		items: [...items, { ids: [FIRST, FIRST + 149] }],
		onError: 'continueRegularOutput',
	});
	const failed = main.flatMap(({ json }, item) => (json.error ? [item] : []));
	expect(failed).toEqual([...Array.from({ length: 50 }, (_, n) => 100 + n), 150]);
});

const many = (count: number, bad: number) =>
	Array.from({ length: count }, (_, n) => ({ id: n === bad ? 'none' : String(70000000002 + n) }));

test('stop mode: bad input among the first hundred IDs is refused before anything is asked', async () => {
	h.service.store.addMessages(150);
	const { error } = await h.message(
		'deliveryReport.get',
		{ messageIds: fromItem('id') },
		{ items: many(150, 60) },
	);
	expect(error?.message).toMatch(
		/^0 of 150 items with delivery reports read; item 61: "Message IDs"/,
	);
	expect(h.service.calls).toEqual([]);
});

test('stop mode: bad input in a later item ends the run, and says how far it got', async () => {
	h.service.store.addMessages(6000);
	const { error } = await h.message(
		'deliveryReport.get',
		{ messageIds: fromItem('id') },
		{ items: many(6000, 5950) },
	);
	expect(error?.message).toMatch(
		/^\d+ of 6000 items with delivery reports read; item 5951: "Message IDs"/,
	);
	// The first calls go out before the last items are read.
	expect(h.service.calls.length).toBeGreaterThan(5);
	expect(h.service.calls.length).toBeLessThan(60);
});

test('Continue: bad input in a later item is that item alone', async () => {
	h.service.store.addMessages(900);
	const { main } = await h.message(
		'deliveryReport.get',
		{ messageIds: fromItem('id') },
		{ items: many(900, 850), onError: 'continueRegularOutput' },
	);
	expect(main).toHaveLength(900);
	expect(main.filter(({ json }) => json.error !== undefined)).toEqual([
		expect.objectContaining({ pairedItem: { item: 850 } }),
	]);
	expect(h.service.calls).toHaveLength(9);
});
