import { MessageTrigger } from '../../nodes/MessageTrigger/MessageTrigger.node';
import { messages } from './lib/account.mts';

const mine = messages();

const STATUSES = [
	'ACCEPTD',
	'PDLIVRD',
	'UNKNOWN',
	'DELIVRD',
	'UNDELIV',
	'REJECTD',
	'EXPIRED',
	'DELETED',
];
const FAILED = ['UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED'];

describe('which changes start the workflow', () => {
	it.each([
		[{ triggerOn: 'any' }, STATUSES],
		[{ triggerOn: 'final' }, ['DELIVRD', ...FAILED]],
		[{ triggerOn: 'delivered' }, ['DELIVRD']],
		[{ triggerOn: 'failed' }, FAILED],
		[{ triggerOn: 'selected', statuses: ['ACCEPTD', ' unknown'] }, ['ACCEPTD', 'UNKNOWN']],
		[{ triggerOn: 'selected', statuses: 'REJECTD, PDLIVRD' }, ['PDLIVRD', 'REJECTD']],
	])('%j', async (parameters, expected) => {
		const { activate, items } = await mine.host(parameters);
		const id = mine.add();
		await activate();
		const emitted: unknown[] = [];
		for (const status of STATUSES) {
			mine.change(status, id);
			emitted.push(...(await items()).map((item) => item.status));
		}
		expect(emitted).toEqual(expected);
	});
});

describe('filters', () => {
	it('are left to the service, by its names', async () => {
		const filters = { campaignIds: '12, 11', from: 'Shop', to: '+7 701' };
		const options = { withNumberInfo: true };
		const { activate, items } = await mine.host({ triggerOn: 'any', filters, options });
		await activate();
		const row = { campaignId: '11', from: 'Shop', to: '77010000001' };
		const wanted = mine.add(row);
		mine.add({ ...row, campaignId: '13' });
		mine.add({ ...row, from: 'Mobizon' });
		mine.add({ ...row, to: '79990000001' });
		mine.asked();
		expect(await items()).toMatchObject([{ id: Number(wanted), countryA2: 'KZ' }]);
		const asked = mine.asked();
		expect(asked).not.toEqual([]);
		for (const call of asked) {
			expect(call).toMatchObject({
				withNumberInfo: '1',
				criteria: { campaignIds: ['11', '12'], from: 'Shop', to: '7701' },
			});
		}
	});
});

describe('what is saved', () => {
	it('goes on after n8n was restarted right after events', async () => {
		const { activate, items, restart } = await mine.host();
		await activate();
		const ids = [mine.add(), mine.add({ status: 'DELIVRD' })];
		expect((await items()).map(({ id }) => String(id))).toEqual(ids);
		restart();
		expect(await items()).toEqual([]);
		mine.change('DELIVRD', ids[0]);
		expect((await items()).map(({ eventId }) => eventId)).toEqual([`${ids[0]}:DELIVRD`]);
	});

	it('stays the same with another credential of the same account', async () => {
		const host = await mine.watching();
		host.node.credentials = { mobizonSmsApi: { id: '2', name: 'other' } };
		host.restart();
		const id = mine.add();
		expect(await host.items()).toMatchObject([{ id: Number(id) }]);
	});

	it.each([
		['Trigger On just applies', { triggerOn: 'failed' }, { triggerOn: 'any' }, 1],
		['more statuses than one', { triggerOn: 'delivered' }, { triggerOn: 'final' }, 1],
		['only one status', { triggerOn: 'any' }, { triggerOn: 'delivered' }, 1],
		['the columns change nothing', { triggerOn: 'any' }, { triggerOn: 'any', simplify: false }, 1],
		['filters begin anew', { triggerOn: 'any' }, { triggerOn: 'any', filters: { to: '77' } }, 0],
	])('an edit: %s, and nothing old comes', async (_what, before, after, events) => {
		const host = await mine.host(before);
		mine.add({ status: 'DELIVRD' });
		await host.activate();
		mine.change('UNDELIV', mine.add());
		mine.change('DELIVRD', mine.add());
		await host.items();
		// Before the next poll of the old choice.
		const open = mine.add();
		mine.change('DELIVRD', open);
		const failed = mine.add({ status: 'UNDELIV' });
		host.node.parameters = after;
		host.restart();
		const emitted = (await host.activate()).map(({ id, status }) => `${id}:${status}`);
		const onlyDelivered = after.triggerOn === 'delivered';
		const isBoth = onlyDelivered || before.triggerOn === 'delivered';
		if (events > 0) expect(emitted).toContain(isBoth ? `${open}:DELIVRD` : `${failed}:UNDELIV`);
		expect(new Set(emitted).size).toBe(emitted.length);
		expect(emitted.length).toBeLessThanOrEqual(2 * events);
		mine.service.advance(1000);
		const next = ['DELIVRD', 'UNDELIV'].map((status) => ({ status, id: mine.add({ status }) }));
		const wanted = next.filter(({ status }) => !onlyDelivered || status === 'DELIVRD');
		expect((await host.items()).map(({ id }) => String(id))).toEqual(wanted.map(({ id }) => id));
	});
});

it('a list that is only queued, however often it is asked for, is an error after three calls', async () => {
	const { items } = await mine.watching();
	mine.service.faults.add({ times: Infinity, kind: { code: 100, data: 7 } });
	mine.asked();
	await expect(items()).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	expect(mine.asked()).toHaveLength(3);
});

it.each([
	['without messages', 0, 4],
	['with some', 3, 2],
])(
	'an account %s: an empty answer is asked again when the trigger begins',
	async (_what, count, calls) => {
		for (let n = 0; n < count; n++) mine.add({ status: 'DELIVRD' });
		await mine.watching();
		expect(mine.asked()).toHaveLength(calls);
		const host = await mine.host();
		mine.service.setFreedoms({ oddReads: 1, oddReadsAre: 'empty' });
		expect(await host.activate()).toEqual([]);
		mine.service.setFreedoms({});
		expect(await host.items()).toEqual([]);
	},
);

it('offers no status that cannot fire, and captions that read well on the canvas', () => {
	const { properties, subtitle } = new MessageTrigger().description;
	const statuses = properties.find(({ name }) => name === 'statuses')?.options ?? [];
	expect(statuses.map((option) => ('value' in option ? option.value : ''))).not.toContain('NEW');
	for (const caption of ['Any Status', 'Message Delivered', 'Message Failed', 'Final Status'])
		expect(subtitle).toContain(caption);
});
