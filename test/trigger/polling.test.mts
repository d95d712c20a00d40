import { changeOf } from '../../nodes/MessageTrigger/change';
import { account, ALMATY_NOON, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

let mine: Account;
beforeAll(async () => {
	mine = await account();
});
afterAll(async () => await mine.service.close());
beforeEach(() => mine.service.reset());

describe('an event', () => {
	it('is the message and what changed', async () => {
		const { activate, items } = await n8nHost(mine.service, {
			parameters: { triggerOn: 'any', simplify: true },
		});
		const id = mine.add({ text: 'Hi' });
		await activate();
		mine.change('DELIVRD', id);
		const [event, ...more] = await items();
		expect(more).toEqual([]);
		expect(event).toMatchObject({
			id: Number(id),
			text: 'Hi',
			status: 'DELIVRD',
			statusUpdateTs: '2026-03-10 12:00:01',
			final: true,
			eventId: `${id}:DELIVRD`,
			previousStatus: 'ENQUEUD',
		});
		expect(event).not.toHaveProperty('campaign');
		expect(Object.keys(event).slice(0, 2)).toEqual(['status', 'to']);
	});

	it('has the undocumented fields too when it is not simplified', async () => {
		const { activate, items } = await n8nHost(mine.service, {
			parameters: { triggerOn: 'any', simplify: false },
		});
		await activate();
		mine.add();
		expect(await items()).toEqual([expect.objectContaining({ userId: '1001', final: false })]);
	});

	it.each(['soon', '2026-13-10 12:00:00'])(
		'a time that is none (%s) is reported',
		(statusUpdateTs) => {
			const row = { id: '1', status: 'DELIVRD', statusUpdateTs };
			expect(() => changeOf(row)).toThrow(`statusUpdateTs ${statusUpdateTs}`);
		},
	);

	it('that comes again after a crash has the same eventId, though it was stamped anew', async () => {
		const { activate, items, crash } = await n8nHost(mine.service);
		await activate();
		const id = mine.add({ status: 'DELIVRD' });
		const [before] = await items();
		crash();
		mine.change('DELIVRD', id);
		const [after] = await items();
		expect([before.eventId, after.eventId]).toEqual([`${id}:DELIVRD`, `${id}:DELIVRD`]);
		expect(after.statusUpdateTs).not.toBe(before.statusUpdateTs);
	});

	it.each([120_000, 365 * 86_400_000])('one dated %i ms ahead hides no other', async (ahead) => {
		const { activate, items } = await n8nHost(mine.service);
		mine.add({ statusUpdateTs: ALMATY_NOON + ahead });
		await activate();
		mine.add({ statusUpdateTs: ALMATY_NOON + ahead });
		expect(await items()).toHaveLength(1);
		for (let second = 0; second < 5; second++) {
			mine.service.advance(1000);
			const id = mine.add();
			expect((await items()).map((item) => String(item.id))).toEqual([id]);
		}
	});

	it('is none while the sending has not begun', async () => {
		const { activate, items } = await n8nHost(mine.service);
		await activate();
		const id = mine.add({ status: 'NEW' });
		expect(await items()).toEqual([]);
		mine.change('ENQUEUD', id);
		expect(await items()).toMatchObject([{ status: 'ENQUEUD', previousStatus: null }]);
	});
});

describe('a failing service', () => {
	it.each([
		[{ code: 8 }, 'credential-invalid'],
		[{ code: 14 }, 'credential-invalid'],
		[{ html: true as const }, 'temporarily-unavailable'],
	])('%j is thrown with its cause, and loses nothing', async (kind, cause) => {
		const { activate, items, snapshot } = await n8nHost(mine.service);
		await activate();
		mine.add();
		const before = snapshot();
		mine.service.faults.add({ kind });
		await expect(items()).rejects.toMatchObject({ name: 'NodeApiError', failure: { cause } });
		expect(snapshot()).toBe(before);
		expect(await items()).toHaveLength(1);
	});

	it('is asked again where that may help', async () => {
		const { activate, items } = await n8nHost(mine.service);
		await activate();
		mine.add();
		mine.service.faults.add({ kind: { drop: 'after' } });
		expect(await items()).toHaveLength(1);
	});
});

describe('parameters that cannot be used', () => {
	const many = Array.from({ length: 101 }, (_, n) => n + 1).join();

	it.each([
		[{ filters: { campaignIds: many } }, '"Campaign IDs" has 101 campaigns'],
		[{ filters: { to: 'Anna' } }, '"To" is not a number'],
		[{ triggerOn: 'selected', statuses: [] }, '"Statuses" has no status'],
		[{ triggerOn: 'sometimes' }, '"Trigger On" cannot be "sometimes"'],
	])('%j is refused by name, before anything is asked', async (parameters, message) => {
		const { items } = await n8nHost(mine.service, { parameters });
		mine.asked();
		await expect(items()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(message),
		});
		expect(mine.asked()).toEqual([]);
	});
});

describe('a test by hand', () => {
	it('shows the latest changes that fit, and leaves the state alone', async () => {
		const { activate, items, snapshot } = await n8nHost(mine.service, {
			parameters: { triggerOn: 'final' },
		});
		const ids = Array.from({ length: 15 }, () => mine.add());
		await activate();
		for (const id of ids.slice(1)) mine.change('DELIVRD', id);
		const before = snapshot();
		const shown = await items('manual');
		expect(shown.map(({ id }) => String(id))).toEqual(ids.slice(-10));
		expect(shown[0]).toMatchObject({ final: true, previousStatus: null });
		expect(snapshot()).toBe(before);
		expect(await items()).toHaveLength(14);
	});

	it('looks further than the latest 100 changes', async () => {
		const { items } = await n8nHost(mine.service, { parameters: { triggerOn: 'failed' } });
		const id = mine.add({ status: 'UNDELIV' });
		mine.service.advance(1000);
		mine.service.store.addMessages(250, () => ({ status: 'DELIVRD' }));
		expect(await items('manual')).toMatchObject([{ id: Number(id), status: 'UNDELIV' }]);
	});

	it.each([
		[0, 'There is no message to show yet'],
		[3, 'None of the latest 3 changes'],
	])('says what to do when of %i messages none fits', async (count, message) => {
		const { items } = await n8nHost(mine.service, { parameters: { triggerOn: 'failed' } });
		for (let index = 0; index < count; index++) mine.add();
		await expect(items('manual')).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining('Published, the workflow waits'),
		});
	});
});
