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

it.each([
	[{ triggerOn: 'any' }, STATUSES],
	[{ triggerOn: 'final' }, ['DELIVRD', ...FAILED]],
	[{ triggerOn: 'delivered' }, ['DELIVRD']],
	[{ triggerOn: 'failed' }, FAILED],
	[{ triggerOn: 'selected', statuses: ['ACCEPTD', ' unknown'] }, ['ACCEPTD', 'UNKNOWN']],
	[{ triggerOn: 'selected', statuses: 'REJECTD, PDLIVRD' }, ['PDLIVRD', 'REJECTD']],
])('which changes start the workflow: %j', async (parameters, expected) => {
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

it('filters are left to the service, by its names', async () => {
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

describe('what is saved', () => {
	it('stays the same with another credential of the same account', async () => {
		const host = await mine.watching();
		host.node.credentials = { mobizonSmsApi: { id: '2', name: 'other' } };
		host.restart();
		const id = mine.add();
		expect(await host.items()).toMatchObject([{ id: Number(id) }]);
	});

	it('with a wider Trigger On, nothing comes that the old one did not want before the edit', async () => {
		const host = await mine.watching({ triggerOn: 'failed' });
		for (let polls = 0; polls < 3; polls++) {
			mine.change('DELIVRD', mine.add());
			// n8n saves nothing, since no event comes.
			expect(await host.items()).toEqual([]);
		}
		host.restart({ triggerOn: 'final' });
		expect(await host.activate()).toEqual([]);
		mine.change('DELIVRD', mine.add());
		expect(await host.items()).toHaveLength(1);
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

const row = { to: '77010000000', statusUpdateTs: '2026-03-10 12:00:00' };
const others = ['DELIVRD', 'UNDELIV'].map((status, id) => ({ id, status, ...row }));
it.each([
	['refuses it', { code: 1 }],
	['finds nothing', { code: 0, data: { items: [], totalItemCount: 0 } }],
	['finds others too', { code: 0, data: { items: others, totalItemCount: 2 } }],
])(
	'a service that does not filter by status, and %s, is asked once, and all comes',
	async (_what, kind) => {
		const { items } = await mine.watching({ triggerOn: 'delivered' });
		const isNarrowed = ({ params }: { params: unknown }) =>
			JSON.stringify(params).includes('status":');
		mine.service.faults.add({ times: Infinity, when: isNarrowed, kind });
		mine.asked();
		for (let polls = 0; polls < 3; polls++) {
			const id = mine.add({ status: 'DELIVRD' });
			expect(await items()).toMatchObject([{ id: Number(id) }]);
		}
		const asked = mine.asked().filter((params) => isNarrowed({ params }));
		expect(asked).toHaveLength(1);
	},
);

it.each([
	['without messages', 0, 4],
	['with some', 3, 2],
])('an account %s: at first an empty answer is asked again', async (_what, count, calls) => {
	for (let n = 0; n < count; n++) mine.add({ status: 'DELIVRD' });
	await mine.watching();
	expect(mine.asked()).toHaveLength(calls);
	const host = await mine.host();
	mine.service.setFreedoms({ oddReads: 1, oddReadsAre: 'empty' });
	expect(await host.activate()).toEqual([]);
	mine.service.setFreedoms({});
	expect(await host.items()).toEqual([]);
});
