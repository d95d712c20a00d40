import { messageList } from '../../nodes/MessageTrigger/list';
import { MemoryHost } from './lib/host.mts';
import { Numbers } from '../service/freedoms/random.mts';
import { draws } from '../draws.mts';
import type { Params } from '../../nodes/shared/api/service';

const ZONE = 'Europe/Berlin';
/** Clocks go from 3:00 to 2:00, and in spring from 2:00 to 3:00. */
const SET_BACK = Date.UTC(2026, 9, 25, 1);
const SET_FORWARD = Date.UTC(2026, 2, 29, 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** By the clock of the service that stamps messages. */
let now = 0;
/** By how many ms other clocks are ahead of it: that of n8n, and that of the service's responses. */
let ahead = { n8n: 0, response: 0 };
beforeEach(() => {
	ahead = { n8n: 0, response: 0 };
	jest.spyOn(Date, 'now').mockImplementation(() => now + ahead.n8n);
});

const isSummer = (at: number) => at >= SET_FORWARD && at < SET_BACK;
const textOf = (at: number): string =>
	new Date(at + (isSummer(at) ? 2 : 1) * HOUR).toISOString().slice(0, 19).replace('T', ' ');

/** The earlier moment of a time that comes twice; for a time that is skipped, as if clocks had not moved. */
function momentOf(text: string): number {
	const local = Date.parse(`${text.replace(' ', 'T')}Z`);
	return isSummer(local - 2 * HOUR) ? local - 2 * HOUR : local - HOUR;
}

/** A service that keeps times as its clock shows them, or as moments; each message changes once. */
class Night {
	private readonly rows: Array<{ id: string; at: number; text: string }> = [];
	/** From when on it was asked for what changed, since clocks were set back. */
	readonly asked: string[] = [];
	/** Calls until one fails, and cannot be made again. */
	left = Infinity;

	constructor(
		private readonly keeps: 'clock' | 'moment',
		/** Of the IDs: long ones take much room where they are remembered. */
		private readonly digits = '',
	) {}

	/** @returns the ID of a message that got its status now */
	change(): string {
		const id = `${this.rows.length + 1}${this.digits}`;
		this.rows.push({ id, at: now, text: textOf(now) });
		return id;
	}

	async read(_method: string, params: Params): Promise<unknown> {
		if (--this.left < 0) throw new Error('The service is down');
		const { criteria, sort, pagination } = JSON.parse(JSON.stringify(params));
		const key = (text: string, at = momentOf(text)) => (this.keeps === 'clock' ? text : at);
		const of = ({ text, at }: { text: string; at: number }) => key(text, at);
		const { statusUpdateTsFrom: from, statusUpdateTsTo: to = '2099-01-01 00:00:00' } = criteria;
		if (now >= SET_BACK) this.asked.push(from);
		const rows = this.rows.filter((row) => of(row) >= key(from) && of(row) <= key(to));
		rows.sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0));
		if (sort.to) rows.sort((a, b) => Number(a.id) - Number(b.id));
		if (sort.statusUpdateTs === 'DESC') rows.reverse();
		const { currentPage, pageSize } = pagination;
		const items = rows.slice(currentPage * pageSize, (currentPage + 1) * pageSize);
		return {
			totalItemCount: rows.length,
			items: items.map(({ id, text: statusUpdateTs }) => {
				return { id, to: id, status: 'DELIVRD', statusUpdateTs };
			}),
		};
	}
}

/** A service in that night, with a message, and a trigger that has begun. */
async function begun(
	keeps: 'clock' | 'moment',
	at: number,
	{ pageSize = 10, digits = '', isEmpty = false } = {},
) {
	now = at;
	const service = new Night(keeps, digits);
	if (!isEmpty) service.change();
	const list = messageList(service, {}, false, pageSize);
	const host = new MemoryHost(list, { zone: ZONE, budget: 1e9, now: () => now + ahead.response });
	return { service, host, emitted: await host.activate() };
}

const NIGHTS = Object.entries({ 'set back': SET_BACK, 'set forward': SET_FORWARD });

describe.each(['clock', 'moment'] as const)('a service that keeps times as a %s', (keeps) => {
	it.each(NIGHTS)('many changes come with the next poll, clocks %s', async (_what, night) => {
		const { service, host } = await begun(keeps, night - 5.25 * MINUTE);
		for (; now < night + 130 * MINUTE; now += MINUTE / 2) {
			const count = now % (10 * MINUTE) < MINUTE ? 30 : 1;
			const expected = Array.from({ length: count }, () => service.change());
			now += MINUTE / 2;
			expect((await host.poll()).map(({ id }) => id)).toEqual(expected);
		}
	});

	it.each(NIGHTS)('every change comes, once, when clocks are %s', async (_what, night) => {
		for (let seed = 0; seed < draws(60); seed++) {
			const { between, percent } = new Numbers(seed);
			const upTo = (most: number) => between(0, most);
			const { service, host, emitted } = await begun(keeps, night - upTo(100) * MINUTE);
			const expected: string[] = [];
			const poll = async () => emitted.push(...(await host.poll()));
			for (let step = 0; step < 40; step++) {
				now += upTo(percent(50) ? 30 : 2_400) * 1_000;
				for (let n = upTo(6); n > 0; n--) expected.push(service.change());
				if (percent(50)) await poll();
			}
			for (let polls = 0; polls < 4; polls++) {
				await poll();
				now += 2 * MINUTE;
			}
			expect([seed, emitted.map(({ id }) => id).sort()]).toEqual([seed, expected.sort()]);
		}
	});

	it.each([
		{ n8n: 0, response: 0, gains: 50_000 },
		{ n8n: 240_000, response: 0 },
		{ n8n: -240_000, response: 0 },
		{ n8n: 240_000, response: 240_000 },
		{ n8n: 0, response: 240_000 },
	])('set back, and others ahead by %j: all comes, once', async ({ gains = 0, ...by }) => {
		ahead = by;
		const { service, host, emitted } = await begun(keeps, SET_BACK - 15.25 * MINUTE);
		const expected: string[] = [];
		for (let minute = 0; minute < 90; minute++) {
			expected.push(service.change());
			now += MINUTE;
			ahead.n8n += gains;
			emitted.push(...(await host.poll()));
		}
		expect(emitted.map(({ id }) => id)).toEqual(expected);
	});

	it('the first changes of an account come, many at once, clocks set back before them', async () => {
		const { service, host } = await begun(keeps, SET_BACK - MINUTE, { isEmpty: true });
		now += 2 * MINUTE;
		expect(await host.poll()).toEqual([]);
		const ids = Array.from({ length: 30 }, () => service.change());
		now += MINUTE;
		expect((await host.poll()).map(({ id }) => id)).toEqual(ids);
	});

	it('a second that is read in part when clocks are set back hides nothing of the hour after', async () => {
		const { service, host, emitted } = await begun(keeps, SET_BACK - MINUTE);
		const expected = Array.from({ length: 45 }, () => service.change());
		service.left = 4;
		emitted.push(...(await host.poll()));
		service.left = Infinity;
		for (now += 2 * MINUTE; now < SET_BACK + HOUR; now += MINUTE) {
			emitted.push(...(await host.poll()));
			expected.push(service.change());
		}
		emitted.push(...(await host.poll()));
		expect(emitted.map(({ id }) => id).sort()).toEqual(expected.sort());
	});

	it('no more than the hour is read again when clocks are set back', async () => {
		const { service, host } = await begun(keeps, SET_BACK - 15.25 * MINUTE);
		for (let minute = 0; minute < 20; minute++) {
			service.change();
			now += MINUTE;
			await host.poll();
		}
		expect(service.asked.toSorted()[0]).toMatch(/^2026-10-25 01:5/);
	});

	it('more changes than are remembered: none comes twice when clocks are set back', async () => {
		const { service, host, emitted } = await begun(keeps, SET_BACK - 60 * MINUTE, {
			...{ pageSize: 100, digits: '7'.repeat(30) },
		});
		while (now < SET_BACK + 70 * MINUTE) {
			for (let second = 0; second < 600; second++, now += 1_000) service.change();
			emitted.push(...(await host.poll()));
		}
		expect(emitted.length).toBeGreaterThan(5_000);
		expect(new Set(emitted.map(({ id }) => id)).size).toBe(emitted.length);
	});
});
