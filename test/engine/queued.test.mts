import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, harness, ids, locator, type Node } from './lib/harness.mts';

const h = harness();
const link = locator('id', '400001');

beforeEach(() => {
	h.service.store.addLink({ expirationDate: '2026-12-31' });
	h.service.store.addMessage();
	h.service.setFreedoms({ queuedShare: 1 });
});
afterEach(() => expect(h.service.calls).toHaveLength(1));

test.each<[node: Node, choice: string, parameters: INodeParameters]>([
	['link', 'link.get', { link }],
	['link', 'link.getAll', {}],
	['link', 'campaign.getLinks', { campaignId: '70000000001' }],
	...['rows', 'totals', 'raw'].map((output): [Node, string, INodeParameters] => {
		return ['link', 'statistics.get', { link, output }];
	}),
	['message', 'message.getAll', {}],
	['message', 'deliveryReport.get', { messageIds: '70000000002' }],
])('%s %s %j: a read that is queued has read nothing, and says so', async (node, ...rest) => {
	const { main, error } = await h[node](...rest);
	expect(main).toEqual([]);
	expect(error?.message).toBe('The service queued the call instead of answering it (code 100)');
	expect(error?.description).toContain('Try again later');
});

const updateFields = { status: 0, expiration: 'never' };

test.each<[choice: string, parameters: INodeParameters, output: IDataObject[]]>([
	['link.create', { fullLink: 'example.com' }, [{}]],
	['link.delete', byId, ids(2)],
	['link.update', { ...byId, updateFields }, ids(1)],
])('%s %j: a write that is queued is neither done nor refused', async (...given) => {
	const [choice, parameters, output] = given;
	const { main, error } = await h.link(choice, parameters, { items: output });
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => json)).toEqual(
		output.map((fields) => ({ ...fields, queued: true, taskId: expect.any(Number) })),
	);
	expect(h.service.store.link(400001)).toMatchObject({ status: 1, expirationDate: '2026-12-31' });
});
