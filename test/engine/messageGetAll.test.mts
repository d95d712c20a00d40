import { harness, NOON } from './lib/harness.mts';

const h = harness();

const LIST = 'Message/List';

const SIMPLE = {
	id: 70000000002,
	campaignId: 70000000001,
	from: 'Mobizon',
	to: '77011234567',
	text: '  Hi\nthere ',
	status: 'DELIVRD',
	final: true,
	segNum: 2,
	startSendTs: '2026-03-10 12:00:00',
	statusUpdateTs: '2026-03-10 12:00:05',
};

const WHOLE = {
	...SIMPLE,
	segUserBuy: 0.06,
	groups: '1,2',
	uuid: '00000000-0000-4000-8000-070000000002',
	countryA2: null,
	operatorName: null,
};

const seed = () =>
	h.service.store.addMessage({
		to: '77011234567',
		text: '  Hi\nthere ',
		segNum: 2,
		groups: '1,2',
		statusUpdateTs: NOON + 5000,
	});

describe.each(['observed', 'documented'] as const)('Message/List, %s answers', (dialect) => {
	beforeEach(() => {
		h.service.setDialect(dialect);
		seed();
	});

	test('Simplify gives ten fields, with their documented types, and whether the status is final', async () => {
		const { main } = await h.message('message.getAll', {});
		expect(h.wire(LIST)).toEqual([{ pagination: { pageSize: '50', currentPage: '0' } }]);
		expect(main).toEqual([{ json: SIMPLE, pairedItem: { item: 0 } }]);
		expect(Object.keys(main[0].json)).toEqual(Object.keys(SIMPLE));
	});

	test('without Simplify undocumented keys are passed on', async () => {
		const { main } = await h.message('message.getAll', { simplify: false });
		expect(main[0].json).toMatchObject(WHOLE);
		expect('campaign' in main[0].json).toBe(dialect === 'observed');
	});
});
