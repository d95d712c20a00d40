import type { INodeParameters } from 'n8n-workflow';

import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();
const link = locator('id', '400001');

beforeEach(() => {
	h.service.store.addLink({ code: 'abcd', expirationDate: '2026-12-31' });
	h.service.store.addMessage();
	h.service.setFreedoms({ queuedShare: 1 });
});

const READS: Array<[node: 'link' | 'message', choice: string, parameters: INodeParameters]> = [
	['link', 'link.get', { link }],
	['link', 'link.getAll', {}],
	['link', 'campaign.getLinks', { campaignId: '70000000001' }],
	['link', 'statistics.get', { link }],
	['link', 'statistics.get', { link, output: 'totals' }],
	['link', 'statistics.get', { link, output: 'raw' }],
	['message', 'message.getAll', {}],
	['message', 'deliveryReport.get', { messageIds: '70000000002' }],
];

test.each(READS)(
	'%s %s %j: a read that is queued has read nothing, and says so',
	async (node, choice, parameters) => {
		const { main, error } = await h[node](choice, parameters);
		expect(main).toEqual([]);
		expect(error?.message).toBe('The service queued the call instead of answering it (code 100)');
		expect(error?.description).toContain('Try again later');
		expect(h.service.calls).toHaveLength(1);
	},
);

const WRITES: Array<[choice: string, parameters: INodeParameters, output: object]> = [
	['link.create', { fullLink: 'example.com' }, {}],
	['link.delete', { link }, { id: 400001 }],
	['link.update', { link, updateFields: { status: 0, expiration: 'never' } }, { id: 400001 }],
];

test.each(WRITES)(
	'%s %j: a write that is queued is neither done nor refused',
	async (choice, parameters, output) => {
		const { main, error } = await h.link(choice, parameters);
		expect(error).toBeUndefined();
		expect(main.map(({ json }) => json)).toEqual([
			{ ...output, queued: true, taskId: expect.any(Number) },
		]);
		expect(h.service.calls).toHaveLength(1);
		expect(h.service.store.link(400001)).toMatchObject({ status: 1, expirationDate: '2026-12-31' });
	},
);

test('all links of a queued Delete are queued', async () => {
	h.service.store.addLink();
	const { main } = await h.link(
		'link.delete',
		{ link: locator('id', fromItem('id')) },
		{ items: [{ id: 400001 }, { id: 400002 }] },
	);
	expect(main.map(({ json }) => [json.id, json.queued])).toEqual([
		[400001, true],
		[400002, true],
	]);
});
