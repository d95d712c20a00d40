import { MessageTrigger } from '../../nodes/MessageTrigger/MessageTrigger.node';
import { DEFAULT_KEY } from '../service/index.mts';
import { account, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

const OTHER_KEY = 'another-key-0123456789';
let mine: Account;
beforeAll(async () => {
	mine = await account({ keys: [DEFAULT_KEY, OTHER_KEY] });
});
afterAll(async () => await mine.service.close());
beforeEach(() => mine.service.reset());

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
		[{ triggerOn: 'selected', statuses: ['ACCEPTD', 'unknown'] }, ['ACCEPTD', 'UNKNOWN']],
		[{ triggerOn: 'selected', statuses: 'REJECTD, PDLIVRD' }, ['PDLIVRD', 'REJECTD']],
	])('%j', async (parameters, expected) => {
		const { activate, items } = await n8nHost(mine.service, { parameters });
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
		const { activate, items } = await n8nHost(mine.service, {
			parameters: { triggerOn: 'any', filters, options },
		});
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
		const { activate, items, restart } = await n8nHost(mine.service);
		await activate();
		const ids = [mine.add(), mine.add({ status: 'DELIVRD' })];
		expect((await items()).map(({ id }) => String(id))).toEqual(ids);
		restart();
		expect(await items()).toEqual([]);
		mine.change('DELIVRD', ids[0]);
		expect((await items()).map(({ eventId }) => eventId)).toEqual([`${ids[0]}:DELIVRD`]);
	});

	it.each(['server', 'key'])('is of one account: another %s begins anew', async (what) => {
		const host = await n8nHost(mine.service);
		await host.activate();
		if (what === 'key') host.account.apiKey = OTHER_KEY;
		else host.account.baseUrl = host.account.baseUrl.replace('127.0.0.1', 'localhost');
		host.restart();
		mine.add();
		expect(await host.items()).toEqual([]);
	});

	it('stays the same with another credential of the same account', async () => {
		const host = await n8nHost(mine.service);
		await host.activate();
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
		const host = await n8nHost(mine.service, { parameters: before });
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

describe('what the node offers', () => {
	const { properties, ...description } = new MessageTrigger().description;

	it('has captions that read well on the canvas', () => {
		for (const caption of ['Any Status', 'Message Delivered', 'Message Failed', 'Final Status']) {
			expect(description.subtitle).toContain(caption);
		}
	});

	it('offers no status that cannot fire', () => {
		const statuses = properties.find(({ name }) => name === 'statuses')?.options ?? [];
		const values = statuses.map((option) => ('value' in option ? option.value : ''));
		expect(values).toContain('DELIVRD');
		expect(values).not.toContain('NEW');
	});

	it('is a polling trigger', () => {
		expect(description).toMatchObject({ name: 'messageTrigger', polling: true, inputs: [] });
	});

	it('has the parameters that workflows save', () => {
		const names = properties.map(({ name, options }) => [
			name,
			...(options ?? []).map((option) => ('value' in option ? option.value : option.name)),
		]);
		expect(names).toEqual([
			['triggerOn', 'any', 'delivered', 'failed', 'final', 'selected'],
			expect.arrayContaining(['statuses', 'DELIVRD']),
			['filters', 'campaignIds', 'from', 'to'],
			['simplify'],
			['options', 'ignoreOlderThan', 'withNumberInfo'],
		]);
	});
});
