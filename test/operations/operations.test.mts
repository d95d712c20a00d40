import { DIALECTS, harness } from '../engine/lib/harness.mts';
import { deviations, object } from '../schemas/schema.mts';
import { sendingByOwnClock } from '../sending/lib/sending.mts';
import { SCENARIOS } from './index.mts';
import { CAMPAIGN } from './shared.mts';

const s = sendingByOwnClock();
const h = harness();

describe.each(DIALECTS)('real outputs, %s answers', (dialect) => {
	beforeEach(() => {
		h.service.dialect = dialect;
		s.service.dialect = dialect;
		const { store } = h.service;
		store.campaigns.add({ id: CAMPAIGN, createTs: h.service.now() });
		store.addLink({ campaignId: CAMPAIGN, comment: 'A', expirationDate: '2031-05-31' });
		store.addLink({ campaignId: CAMPAIGN });
		store.addMessage({ id: '70000000001', groups: '1,2' });
		store.addMessage({ id: '70000000003', status: 'NEW' });
	});

	// What comes out of a question is not of a run but of its page, and tested there.
	const runs = Object.entries(SCENARIOS).flatMap(([operation, { run, output }]) =>
		run ? [{ operation, run, output }] : [],
	);

	it.each(runs)('$operation', async ({ run, output }) => {
		const { main } = await run(h, s);
		expect(main.length).toBeGreaterThan(0);
		expect(main.flatMap(({ json }) => deviations(json, object(output)))).toEqual([]);
		// A table shows the first columns, so what matters stands first.
		const order = Object.keys(output);
		for (const { json } of main) {
			expect(Object.keys(json)).toEqual(order.filter((key) => Object.hasOwn(json, key)));
		}
		const keys = new Set(main.flatMap(({ json }) => Object.keys(json)));
		expect([...keys].sort()).toEqual(Object.keys(output).sort());
	});

	const others = Object.entries(SCENARIOS).flatMap(([operation, { instead = [] }]) =>
		instead.map((other) => ({ operation, ...other })),
	);

	it.each(others)('$operation with $choice', async ({ columns, run }) => {
		const { main } = await run(h, s);
		expect([...new Set(main.flatMap(({ json }) => Object.keys(json)))]).toEqual(columns);
	});
});
