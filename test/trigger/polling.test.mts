import { changeOf } from '../../nodes/MessageTrigger/list';
import { messages } from './lib/account.mts';

const mine = messages();

describe('an event', () => {
	it('is the message and what changed', async () => {
		const id = mine.add({ text: 'Hi' });
		const { items } = await mine.watching({ triggerOn: 'any', simplify: true });
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

	it.each([{ id: null }, { status: '' }, { statusUpdateTs: ' ' }])(
		'is none: a row with %j',
		async (lacking) => {
			const { items } = await mine.watching();
			const row = { id: '1', status: 'DELIVRD', statusUpdateTs: '2026-03-10 12:00:00', ...lacking };
			mine.service.faults.add({ kind: { code: 0, data: { items: [row], totalItemCount: 1 } } });
			expect(await items()).toEqual([]);
		},
	);

	it('that comes again after a crash has the same eventId, though it was stamped anew', async () => {
		const { items, crash } = await mine.watching();
		const id = mine.add({ status: 'DELIVRD' });
		const [before] = await items();
		crash();
		mine.change('DELIVRD', id);
		const [after] = await items();
		expect([before.eventId, after.eventId]).toEqual([`${id}:DELIVRD`, `${id}:DELIVRD`]);
		expect(after.statusUpdateTs).not.toBe(before.statusUpdateTs);
	});

	it('is none while the sending has not begun', async () => {
		const { items } = await mine.watching();
		const id = mine.add({ status: 'NEW' });
		expect(await items()).toEqual([]);
		mine.change('ENQUEUD', id);
		expect(await items()).toMatchObject([{ status: 'ENQUEUD', previousStatus: null }]);
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
		mine.service.store.addMessages(250, () => ({ status: 'DELIVRD' }));
		expect(await items('manual')).toMatchObject([{ id: Number(id), status: 'UNDELIV' }]);
	});
});
