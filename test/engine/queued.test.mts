import type { INodeParameters } from 'n8n-workflow';

import { byId, harness, ids, locator } from './lib/harness.mts';

const h = harness();
const link = locator('id', '400001');

beforeEach(() => {
	h.service.store.addLink({ expirationDate: '2026-12-31' });
	h.service.store.addMessage();
	h.service.setFreedoms({ queuedShare: 1 });
});

test.each<[node: 'link' | 'message', choice: string, parameters: INodeParameters]>([
	['link', 'link.get', { link }],
	['link', 'link.getAll', {}],
	['link', 'campaign.getLinks', { campaignId: '70000000001' }],
	['link', 'statistics.get', { link }],
	['link', 'statistics.get', { link, output: 'totals' }],
	['link', 'statistics.get', { link, output: 'raw' }],
	['message', 'message.getAll', {}],
	['message', 'deliveryReport.get', { messageIds: '70000000002' }],
])('%s %s %j: a read that is queued has read nothing, and says so', async (node, ...rest) => {
	const { main, error } = await h[node](...rest);
	expect(main).toEqual([]);
	expect(error?.message).toBe('The service queued the call instead of answering it (code 100)');
	expect(error?.description).toContain('Try again later');
	expect(h.service.calls).toHaveLength(1);
});

test.each<[choice: string, parameters: INodeParameters, items: object[], output: object[]]>([
	['link.create', { fullLink: 'example.com' }, [{}], [{}]],
	['link.delete', byId, ids(2), ids(2)],
	[
		'link.update',
		{ link, updateFields: { status: 0, expiration: 'never' } },
		[{}],
		[{ id: 400001 }],
	],
])('%s %j: a write that is queued is neither done nor refused', async (...given) => {
	const [choice, parameters, items, output] = given;
	const { main, error } = await h.link(choice, parameters, { items: items as never });
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => json)).toEqual(
		output.map((fields) => ({ ...fields, queued: true, taskId: expect.any(Number) })),
	);
	expect(h.service.calls).toHaveLength(1);
	expect(h.service.store.link(400001)).toMatchObject({ status: 1, expirationDate: '2026-12-31' });
});
