import { MessageTrigger } from '../../nodes/MessageTrigger/MessageTrigger.node';
import { account, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

let mine: Account;
beforeAll(async () => {
	mine = await account();
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

it.each(['credential', 'server'])('another %s begins anew', async (what) => {
	const host = await n8nHost(mine.service);
	await host.activate();
	if (what === 'server')
		host.account.baseUrl = host.account.baseUrl.replace('127.0.0.1', 'localhost');
	else host.node.credentials = { mobizonSmsApi: { id: '2', name: 'other' } };
	host.restart();
	mine.add();
	expect(await host.items()).toEqual([]);
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
			['options', 'withNumberInfo'],
		]);
	});
});
