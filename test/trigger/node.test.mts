import type { INodeParameters } from 'n8n-workflow';

import { changeOf } from '../../nodes/MessageTrigger/list';
import { messages } from './lib/account.mts';

const mine = messages();

const FAILED = ['UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED'];
const BOTH = ['DELIVRD', 'UNDELIV'];
const STATUSES = ['ACCEPTD', 'PDLIVRD', 'Delayed', 'UNKNOWN', 'DELIVRD', ...FAILED];

it.each([
	[{ triggerOn: 'any' }, STATUSES, undefined],
	[{ triggerOn: 'final' }, ['DELIVRD', ...FAILED], undefined],
	[{ triggerOn: 'delivered' }, ['DELIVRD'], 'DELIVRD'],
	[{ triggerOn: 'failed' }, FAILED, undefined],
	[{ triggerOn: 'selected', statuses: ['ACCEPTD', ' delayed'] }, ['ACCEPTD', 'Delayed'], undefined],
	[{ triggerOn: 'selected', statuses: 'REJECTD, PDLIVRD' }, ['PDLIVRD', 'REJECTD'], undefined],
	[{ triggerOn: 'selected', statuses: 'expired' }, ['EXPIRED'], 'EXPIRED'],
])('which changes start the workflow: %j', async (parameters, expected, askedFor) => {
	const { activate, items } = await mine.host(parameters);
	const id = mine.add();
	await activate();
	const emitted: unknown[] = [];
	for (const status of STATUSES) {
		mine.change(status, id);
		emitted.push(...(await items()).map((item) => item.status));
	}
	expect(emitted).toEqual(expected);
	// Where it is one status, and the service has shown that it knows it by this name.
	const { criteria, withNumberInfo } = Object(mine.asked().at(-1));
	expect([criteria.status, withNumberInfo]).toEqual([askedFor, undefined]);
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

	const ANY = { triggerOn: 'any' };
	const DELIVERED = { triggerOn: 'delivered' };
	const UNDELIVERED = { triggerOn: 'selected', statuses: ['UNDELIV'] };

	it.each<[what: string, INodeParameters, INodeParameters, expected: string[], only?: string]>([
		['Trigger On just applies', { triggerOn: 'failed' }, ANY, ['UNDELIV']],
		['more statuses than one', DELIVERED, { triggerOn: 'final' }, ['DELIVRD']],
		['only one status', ANY, DELIVERED, ['DELIVRD'], 'DELIVRD'],
		['another one', DELIVERED, UNDELIVERED, [], 'UNDELIV'],
		['of the columns', ANY, { ...ANY, simplify: false }, BOTH],
		['filters begin anew', ANY, { ...ANY, filters: { to: '77' } }, []],
	])('an edit: %s, and nothing old comes', async (...given) => {
		const [, before, after, expected, only] = given;
		const host = await mine.host(before);
		mine.add({ status: 'DELIVRD' });
		await host.activate();
		mine.change('UNDELIV', mine.add());
		mine.change('DELIVRD', mine.add());
		await host.items();
		// Before the next poll of the old choice: what that did not want is old.
		const ids = [mine.add(), mine.add()];
		BOTH.forEach((status, n) => mine.change(status, ids[n]));
		host.restart(after);
		const emitted = (await host.activate()).map(({ id, status }) => [String(id), status]);
		expect(emitted).toEqual(expected.map((status) => [ids[BOTH.indexOf(status)], status]));
		mine.service.advance(1000);
		const later = BOTH.map((status) => ({ id: Number(mine.add({ status })), status }));
		const wanted = later.filter(({ status }) => status === (only ?? status));
		expect(await host.items()).toMatchObject(wanted);
		// One status is asked for from then on, also after another one.
		expect(Object(mine.asked().at(-1)).criteria.status).toBe(only);
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
])('no filter by status, and it %s: asked once, and all comes', async (_what, kind) => {
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
});

it.each([
	['without messages', 0, 4],
	['with some', 3, 2],
	['with a long past', 500, 2],
])('an account %s: at first an empty answer is asked again', async (_what, count, calls) => {
	for (let n = 0; n < count; n++) {
		mine.add({ status: 'DELIVRD' });
		mine.service.advance(60_000);
	}
	await mine.watching();
	expect(mine.asked()).toHaveLength(calls);
	const host = await mine.host();
	mine.service.setFreedoms({ oddReads: 1, oddReadsAre: 'empty' });
	expect(await host.activate()).toEqual([]);
	mine.service.setFreedoms({});
	expect(await host.items()).toEqual([]);
});

describe('an event', () => {
	it('is the message and what changed', async () => {
		const id = mine.add({ text: 'Hi' });
		const { items } = await mine.watching({ triggerOn: 'any', simplify: true });
		mine.change('DELIVRD', id);
		const [event, ...more] = await items();
		expect(more).toEqual([]);
		expect(event).toMatchObject({
			...{ id: Number(id), text: 'Hi', status: 'DELIVRD', final: true },
			...{ statusUpdateTs: '2026-03-10 12:00:01', previousStatus: 'ENQUEUD' },
			eventId: `${id}:DELIVRD`,
		});
		expect(event).not.toHaveProperty('userId');
		expect(Object.keys(event).slice(0, 2)).toEqual(['status', 'to']);
	});

	it('has the undocumented fields too when it is not simplified', async () => {
		const { items } = await mine.watching({ triggerOn: 'any', simplify: false });
		mine.add();
		expect(await items()).toEqual([expect.objectContaining({ userId: '1001', final: false })]);
	});

	it.each([
		[{ statusUpdateTs: 'soon' }, 'garbled statusUpdateTs soon'],
		[{ statusUpdateTs: '2026-13-10 12:00:00' }, 'statusUpdateTs 2026-13-10 12:00:00'],
		[{ statusUpdateTs: '+002026-03-10 12:00:00' }, 'statusUpdateTs +002026-03-10 12:00:00'],
		[{ statusUpdateTs: '2026-03-10 12:00:00.5' }, 'statusUpdateTs 2026-03-10 12:00:00.5'],
		[{ id: 'x1' }, 'garbled id x1'],
		[{ id: '1x' }, 'garbled id 1x'],
	])('none: a row with %j is reported', (odd, message) => {
		const row = { id: '1', status: 'DELIVRD', statusUpdateTs: '2026-03-10 12:00:00', ...odd };
		expect(() => changeOf(row)).toThrow(message);
	});

	it.each([{ id: null }, { status: '' }, { statusUpdateTs: ' ' }])('none: %j', async (lacking) => {
		const { items } = await mine.watching();
		const row = { id: '1', status: 'DELIVRD', statusUpdateTs: '2026-03-10 12:00:00', ...lacking };
		mine.service.faults.add({ kind: { code: 0, data: { items: [row], totalItemCount: 1 } } });
		expect(await items()).toEqual([]);
	});
});

describe('a test by hand', () => {
	it('shows the latest changes that fit, and leaves the state alone', async () => {
		const ids = Array.from({ length: 15 }, () => mine.add());
		const { items, snapshot } = await mine.watching({ triggerOn: 'final' });
		for (const id of ids.slice(1)) mine.change('DELIVRD', id);
		const before = snapshot();
		const shown = await items('manual');
		expect(shown.map(({ id }) => String(id))).toEqual(ids.slice(-10));
		expect(shown[0]).toMatchObject({ final: true, previousStatus: null });
		expect(snapshot()).toBe(before);
		expect(await items()).toHaveLength(14);
	});

	it('looks further than the latest 100 changes', async () => {
		const { items } = await mine.host({ triggerOn: 'failed' });
		const id = mine.add({ status: 'UNDELIV' });
		mine.service.advance(1000);
		mine.service.store.addMessages(950, () => ({ status: 'DELIVRD' }));
		expect(await items('manual')).toMatchObject([{ id: Number(id), status: 'UNDELIV' }]);
	});

	it.each([
		[1, '1 change'],
		[100, '100 changes'],
	])('says of how many changes none fits: %i, counted once', async (count, read) => {
		mine.service.store.addMessages(count, () => ({ status: 'DELIVRD' }));
		mine.service.setFreedoms({ totalForm: 'absent', pastEnd: 'lastPage' });
		const { items } = await mine.host({ triggerOn: 'failed' });
		await expect(items('manual')).rejects.toThrow(`starts this trigger (${read} read)`);
	});
});
