import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { harness, locator } from '../engine/lib/harness.mts';
import { SEND, sending, to } from '../sending/lib/sending.mts';
import { n8nHost as linkHost } from '../linkTrigger/lib/n8nHost.mts';
import { n8nHost } from '../trigger/lib/n8nHost.mts';
import { deviations } from './conformity.mts';
import { OUTPUTS } from './outputs.mts';
import { object } from './schema.mts';

const s = sending();
const h = harness();

const link = locator('id', '400001');
const CAMPAIGN = '70000000009';
const HOUR = 3_600_000;
const QUEUED = { status: 200, body: '{"code":100,"data":"812","message":""}' };
const texts = { recipient: '+7 701 123 45 67', text: 'Hello' };

/** A run whose call is only queued, and one that is carried out. */
async function queuedToo(method: string, choice: string, parameters: INodeParameters) {
	h.service.faults.add({ method, kind: { code: 100, data: '7' } });
	const queued = await h.link(choice, parameters);
	const done = await h.link(choice, parameters);
	return { main: [...queued.main, ...done.main] };
}

/** Ways to run an operation that together put out every field of its schema. */
const RUNS: Record<string, () => Promise<{ main: INodeExecutionData[] }>> = {
	'Link.link.create': async () =>
		await queuedToo('Link/Create', 'link.create', { fullLink: 'https://example.com' }),
	'Link.link.delete': async () => await queuedToo('Link/Delete', 'link.delete', { link }),
	'Link.link.get': async () => {
		h.service.setFreedoms({ softDeletion: 'listed' });
		await h.link('link.delete', { link });
		return await h.link('link.get', { link, simplify: true });
	},
	'Link.link.getAll': async () => {
		h.service.setFreedoms({ softDeletion: 'listed' });
		await h.link('link.delete', { link });
		return await h.link('link.getAll', { simplify: true });
	},
	'Link.link.update': async () =>
		await queuedToo('Link/Update', 'link.update', { link, updateFields: { status: 0 } }),
	'Link.campaign.getLinks': async () => await h.link('campaign.getLinks', { campaignId: CAMPAIGN }),
	'Link.statistics.get': async () => await h.link('statistics.get', { link }),
	'Message.message.getAll': async () =>
		await h.message('message.getAll', { simplify: true, options: { withNumberInfo: true } }),
	'Message.message.preview': async () => await h.message('message.preview', texts),
	'Message.deliveryReport.get': async () =>
		await h.message('deliveryReport.get', { messageIds: '70000000001' }),
	'Message.message.send': async () => {
		s.service.faults.add({ method: SEND, kind: { drop: 'after' } });
		const keyed = [{ to: to(1), text: 'Hello', key: 'k' }];
		const lost = await s.send([{ to: to(0), text: 'Hello' }], { waitForDelivery: 3 });
		await s.send(keyed, { sendOnceKey: 'k' });
		const skipped = await s.send(keyed, { sendOnceKey: 'k' });
		const later = { deferredToTs: new Date(Date.now() + 2 * HOUR).toISOString() };
		const deferred = await s.send([keyed[0]], {}, { additionalFields: later });
		s.service.faults.add({ method: SEND, kind: QUEUED });
		const queued = await s.send([{ to: to(2), text: 'Hello' }]);
		return { main: [lost, skipped, deferred, queued].flatMap(({ main }) => main) };
	},
	LinkTrigger: async () => {
		const { activate, items } = await linkHost(h.service);
		await activate();
		const link = h.service.store.addLink({ comment: 'B', expirationDate: '2031-05-31' });
		h.service.store.click(link.code);
		return { main: (await items()).map((json) => ({ json })) };
	},
	MessageTrigger: async () => {
		const host = await n8nHost(h.service);
		const json: IDataObject[] = await host.items('manual');
		return { main: json.map((data) => ({ json: data })) };
	},
};

describe.each(['observed', 'documented'] as const)('real outputs, %s answers', (dialect) => {
	beforeEach(() => {
		h.service.setDialect(dialect);
		s.service.setDialect(dialect);
		const { store } = h.service;
		store.campaigns.add({ id: CAMPAIGN, name: 'Spring', createTs: h.service.now() });
		store.addLink({ campaignId: CAMPAIGN, comment: 'A', expirationDate: '2031-05-31' });
		store.addLink({ campaignId: CAMPAIGN });
		store.addMessage({ id: '70000000001', groups: '1,2' });
		store.addMessage({ id: '70000000003', status: 'NEW' });
	});

	it('are there for every schema', () => {
		// What comes out of a question is not of a run but of its page, and tested there.
		const ran = Object.keys(OUTPUTS).filter((choice) => !choice.endsWith('.sendAndWait'));
		expect(Object.keys(RUNS).sort()).toEqual(ran.sort());
	});

	it.each(Object.keys(RUNS))('%s', async (choice) => {
		const { main } = await RUNS[choice]();
		expect(main.length).toBeGreaterThan(0);
		const schema = object(OUTPUTS[choice]);
		expect(main.flatMap(({ json }) => deviations(json, schema))).toEqual([]);
		const keys = new Set(main.flatMap(({ json }) => Object.keys(json)));
		expect([...keys].sort()).toEqual(Object.keys(OUTPUTS[choice]).sort());
	});
});
