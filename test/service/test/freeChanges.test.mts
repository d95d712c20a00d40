import type { Freedoms } from '../index.mts';
import { DAY, HOUR, NOON, SECOND, times, useService } from './harness.mts';

const api = useService();
const listed = async (params: object = {}) =>
	(await api.list('Message/List', params)).items.map((row) => [row.status, row.statusUpdateTs]);
const since = (text: string) => ({ criteria: { statusUpdateTsFrom: `2026-${text}` } });

describe('F9: a replica that lags', () => {
	it('shows rows as they were, in the list and in reports, after they were shown as they are', async () => {
		await api.send();
		api.service.advance(10 * SECOND);
		const now = [['DELIVRD', '2026-03-10 12:00:01']];
		expect(await listed()).toEqual(now);
		api.service.setFreedoms({ staleReads: 1, staleBy: 9_500 });
		expect(await listed()).toEqual([['ENQUEUD', '2026-03-10 12:00:00']]);
		api.service.setFreedoms({ staleReads: 1, staleBy: 60_000 });
		expect(await listed()).toEqual([['NEW', null]]);
		const report = await api.data('Message/GetSMSStatus', { ids: '70000000002' });
		expect(report).toMatchObject([{ status: 'NEW', statusUpdateTs: null }]);
		api.service.setFreedoms({ staleReads: 0.5 });
		const seen = await times(20, async () => (await listed())[0]?.[0]);
		expect(new Set(seen)).toEqual(new Set(['NEW', 'DELIVRD']));
		api.service.setFreedoms();
		expect(await listed()).toEqual(now);
	});

	it('judges criteria and order by what it shows', async () => {
		for (const id of ['1', '2']) {
			api.store.addMessage({ id, statusUpdateTs: NOON, status: 'ENQUEUD' });
		}
		api.service.advance(SECOND);
		api.store.setStatus('1', 'DELIVRD');
		const byTime = () => api.column('Message/List', 'id', { sort: { statusUpdateTs: 'DESC' } });
		expect(await byTime()).toEqual(['1', '2']);
		api.service.setFreedoms({ staleReads: 1 });
		expect(await byTime()).toEqual(['2', '1']);
		expect(await listed({ criteria: { status: 'DELIVRD' } })).toEqual([]);
		expect(await listed(since('03-10 12:00:01'))).toEqual([]);
		const criteria = { statusUpdateTsTo: '2026-03-10 12:00:00' };
		expect(await listed({ criteria })).toHaveLength(2);
	});
});

it('F10: a final status stamped anew gets a later time, once, and stays what it is', async () => {
	api.service.setFreedoms({ finalStampedAgainAfter: 60_000 });
	await api.send();
	api.store.setStatus(api.store.addMessage({ status: 'NEW' }).id, 'ACCEPTD');
	const seen = await api.watch([10 * SECOND, 60 * SECOND, DAY], listed);
	const rows = (time: string) => [
		['ACCEPTD', '2026-03-10 12:00:00'],
		['DELIVRD', time],
	];
	const again = rows('2026-03-10 12:01:01');
	expect(seen).toEqual([rows('2026-03-10 12:00:01'), again, again]);
	expect(await listed(since('03-10 12:01:00'))).toHaveLength(1);
});

it('F11: times of some messages lie ahead, at all their changes, and hold none up', async () => {
	api.service.setFreedoms({ aheadShare: 0.5, aheadBy: 365 * DAY });
	await times(20, () => api.send());
	const [early, late] = await api.watch([SECOND, SECOND], listed);
	const isAhead = (rows: unknown[][]) => rows.map(([, time]) => /^2027-03-10/.test(String(time)));
	const ahead = isAhead(early);
	expect(isAhead(late)).toEqual(ahead);
	for (const [status] of late) expect(status).toBe('DELIVRD');
	expect(new Set(ahead)).toEqual(new Set([true, false]));
	expect(await listed(since('12-31 00:00:00'))).toHaveLength(ahead.filter(Boolean).length);
});

it.each<[Freedoms['updateBounds'], to: number, found: string[]]>([
	['inclusive', 2, ['0', '1', '2']],
	['exclusiveFrom', 2, ['1', '2']],
	['exclusiveTo', 2, ['0', '1']],
	['exclusive', 2, ['1']],
	['exclusive', 0, []],
])('F12: bounds of statusUpdateTs, %s, up to second %d: %j', async (updateBounds, to, found) => {
	for (const n of [-1, 0, 1, 2, 3]) {
		api.store.addMessage({ statusUpdateTs: NOON + n * SECOND, text: `${n}` });
	}
	api.service.setFreedoms({ updateBounds });
	const [from, last] = [0, to].map((second) => `2026-03-10 12:00:0${second}`);
	const criteria = { statusUpdateTsFrom: from, statusUpdateTsTo: last };
	const params = { criteria, sort: { statusUpdateTs: 'ASC' } };
	const texts = () => api.column('Message/List', 'text', params);
	expect(await texts()).toEqual(found);
	const { totalItemCount } = await api.list('Message/List', params);
	expect(totalItemCount).toBe(String(found.length));
	api.service.freedoms.staleReads = 1;
	expect(await texts()).toEqual(found);
});

it('F23: messages pass through statuses that nobody documented, and wait in one', async () => {
	api.service.setFreedoms({ oddStatuses: true });
	await api.send();
	const seen = await api.watch([0, 300, 500, 700], () => api.column('Message/List', 'status'));
	expect(seen.flat()).toEqual(['NEW', 'SCHEDUL', 'UNKNOWN', 'DELIVRD']);
	await api.send({ params: { deferredToTs: '2026-03-10 15:00:00' } });
	expect(await listed()).toContainEqual(['SCHEDUL', null]);
});

const count = async () => Number((await api.list('Message/List')).totalItemCount);
const started = () => api.column('Message/List', 'startSendTs');

it("F20: the account's clock judges deferrals, and sends them when it says so", async () => {
	api.service.setFreedoms({ accountClockOffset: 300_000 });
	const deferred = (deferredToTs: string) => api.send({ params: { deferredToTs } });
	expect(await deferred('2026-03-10 13:04:59')).toMatchObject({ code: 1 });
	expect(await deferred('2026-03-10 13:05:00')).toMatchObject({ code: 0 });
	const seen = await api.watch([HOUR, 2 * SECOND], started);
	expect(seen).toEqual([[null], ['2026-03-10 13:05:00']]);
});

describe('F19: a random lag of new messages in the list', () => {
	const shown = async () => {
		api.service.setFreedoms({ listLagUpTo: 60_000 });
		await times(30, () => api.send());
		return api.watch([0, ...Array(6).fill(10 * SECOND)], count);
	};

	it('shows each at its own time within the minute; another with another seed', async () => {
		const counts = await shown();
		expect([...counts].sort((a, b) => a - b)).toEqual(counts);
		expect(counts[0]).toBeLessThan(5);
		expect(new Set(counts).size).toBeGreaterThan(4);
		expect(counts.at(-1)).toBe(30);
		api.service.reset();
		api.service.setSeed(7);
		expect(await shown()).not.toEqual(counts);
	});
});
