import { CONTINUE, fromItem, harness, range } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

const h = harness();
const FIRST = 70000000002;
const REPORTS = 'Message/GetSMSStatus';
const parameters = { messageIds: fromItem('ids') };
const asked = (...numbers: number[]): [string, object] => [REPORTS, { ids: numbers.map(String) }];

const report = (id: number) => ({
	...{ id, status: 'DELIVRD', segNum: 1, final: true },
	...{ startSendTs: '2026-03-10 12:00:00', statusUpdateTs: '2026-03-10 12:00:00' },
});

scenarios(h, {
	'ids in any form share a call, each sent once': {
		account: (store) => store.addMessages(3),
		choice: 'deliveryReport.get',
		parameters: { messageIds: `={{ $itemIndex ? $json.id : "${FIRST + 2}, 5;${FIRST}" }}` },
		items: [{}, { id: FIRST + 1 }, { id: String(FIRST) }],
		wire: [asked(FIRST + 2, 5, FIRST, FIRST + 1)],
	},
	'ids without a report are left out, or are the failure of the item that asked': {
		account: (store) => store.addMessages(1),
		choice: 'deliveryReport.get',
		parameters: { ...parameters, options: { missing: fromItem('missing') } },
		items: [
			{ ids: `5,${FIRST},6`, missing: 'error' },
			{ ids: FIRST, missing: 'error' },
			{ ids: `6,${FIRST}`, missing: 'omit' },
		],
		wire: [asked(5, FIRST, 6)],
		out: ['The service has no report for 5, 6', report(FIRST), report(FIRST)],
	},
});

test('a row that failed in an earlier node is named as such', async () => {
	const items = [{ error: 'The service refused it' }, { id: FIRST }, { error: 12 }];
	const { main } = await h.run('deliveryReport.get', parameters, { items, ...CONTINUE });
	const hint = 'The row failed in an earlier node: "The service refused it". Where On Error';
	expect(main.map(({ json }) => json.message)).toEqual([
		expect.stringContaining(hint),
		...['id', 'error'].map((name) => expect.stringContaining(`column; the row has: "${name}".`)),
	]);
	expect(h.service.calls).toEqual([]);
});

test('an id asked for twice comes out twice, as items of their own; one without a report is left out', async () => {
	h.service.store.addMessages(1);
	const items = [{ ids: [FIRST, 5, FIRST] }, { ids: FIRST }];
	const { main, hints } = await h.run('deliveryReport.get', parameters, { items });
	expect(hints).toEqual(['The service has no report for 5.']);
	expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
		[0, 0, 1].map((item) => [report(FIRST), { item }]),
	);
	expect(new Set(main.map(({ json }) => json)).size).toBe(3);
});

test.each([
	['items', 100, [100]],
	['items', 950, [100, 100, 100, 100, 100, 100, 100, 100, 100, 50]],
	['ids of one item', 250, [100, 100, 50]],
])('%s, %i: calls of %j', async (what, count, sizes) => {
	h.service.store.addMessages(count);
	const wanted = range(count).map((n) => FIRST + count - 1 - n);
	const items = what === 'items' ? wanted.map((ids) => ({ ids })) : [{ ids: wanted.join() }];
	const { main } = await h.run('deliveryReport.get', parameters, { items });
	expect(h.sizes().sort((a, b) => b - a)).toEqual(sizes);
	expect(main.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
		wanted.map((id, n) => [id, { item: what === 'items' ? n : 0 }]),
	);
});

test('a refused call concerns only the items with ids in it', async () => {
	h.service.store.addMessages(150);
	h.strike(String(FIRST + 149), { code: 15 }, 1);
	const both = [FIRST, FIRST + 149];
	const ids = [...range(150).map((n) => FIRST + n), both, both.toReversed(), FIRST];
	const items = ids.map((each) => ({ ids: each }));
	const { main } = await h.run('deliveryReport.get', parameters, { items, ...CONTINUE });
	const failed = main.flatMap(({ json }, n) => (/code 15/.test(String(json.error)) ? [n] : []));
	expect(failed).toEqual([...range(50).map((n) => 100 + n), 150, 151]);
});
