import { z } from 'zod';
import { complaint, HOUR, invalid, NOON, SECOND, start, useService } from './harness.mts';

const grid = z.object({ items: z.array(z.record(z.unknown())), totals: z.unknown() });
const api = useService();
/** The instant of a time in the account's zone, UTC+5. */
const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:00`);
const stats = async (params: object) => grid.parse((await api.call('Link/GetStats', params)).data);
/** First and last row and their number. */
const span = async (type: string, criteria: object = {}) => {
	const labels = (await stats({ ids: [400001], type, criteria })).items.map(({ param }) => param);
	return [labels[0], labels.at(-1), labels.length];
};

beforeEach(() => {
	for (const code of ['a', 'b']) api.service.store.addLink({ code });
});

describe('Link/GetStats: the period', () => {
	it.each([
		['monthly', ['2023-03', '2026-03', 37]],
		['daily', ['2025-12-10', '2026-03-10', 91]],
		['hourly', ['2026-03-03 12:00', '2026-03-10 12:00', 169]],
		['minute', ['2026-03-10 09:00', '2026-03-10 12:00', 181]],
	])('is the last maximum interval when none is given: %s', async (type, expected) => {
		expect(await span(type)).toEqual(expected);
	});

	it.each([
		['monthly', '2020-01-15 00:00:00', ['2020-01', '2023-01', 37]],
		['daily', '2026-01-01 00:00:00', ['2026-01-01', '2026-04-01', 91]],
		['hourly', '2026-03-01 00:00:00', ['2026-03-01 00:00', '2026-03-08 00:00', 169]],
		['minute', '2026-03-01 00:00:30', ['2026-03-01 00:00', '2026-03-01 03:00', 181]],
	])(
		'is the maximum from dateFrom, alone or with a dateTo too far: %s',
		async (type, from, expected) => {
			expect(await span(type, { dateFrom: from })).toEqual(expected);
			const criteria = { dateFrom: from, dateTo: '2026-12-31 00:00:00' };
			expect(await span(type, criteria)).toEqual(expected);
		},
	);

	it('is the maximum up to dateTo when only that is given', async () => {
		const criteria = { dateTo: '2026-01-08 10:30:00' };
		expect(await span('hourly', criteria)).toEqual(['2026-01-01 10:00', '2026-01-08 10:00', 169]);
		expect(await span('minute', criteria)).toEqual(['2026-01-08 07:30', '2026-01-08 10:30', 181]);
	});

	it('is what is given when that is short enough', async () => {
		const criteria = { dateFrom: '2026-03-01 10:00:00', dateTo: '2026-03-03 09:00:00' };
		expect(await span('daily', criteria)).toEqual(['2026-03-01', '2026-03-03', 3]);
	});
});

describe('Link/GetStats: the counts', () => {
	it('go to the period of the zone and the column of the request', async () => {
		const { store } = api.service;
		store.click('a', at('2026-03-01 00:00:00'));
		store.click('a', at('2026-03-01 23:59:59'));
		store.click('b', at('2026-03-02 00:00:00'));
		const criteria = { dateFrom: '2026-03-01 00:00:00', dateTo: '2026-03-03 00:00:00' };
		expect(await stats({ ids: [400002, 400001], type: 'daily', criteria })).toEqual({
			items: [
				{ param: '2026-03-01', clicks0: 0, redirects0: 0, clicks1: '2', redirects1: '2' },
				{ param: '2026-03-02', clicks0: '1', redirects0: '1', clicks1: 0, redirects1: 0 },
				{ param: '2026-03-03', clicks0: 0, redirects0: 0, clicks1: 0, redirects1: 0 },
			],
			totals: { totalClicks0: 1, totalRedirects0: 1, totalClicks1: 2, totalRedirects1: 2 },
		});
	});

	it('hold both ends of the period to the second, and nothing outside', async () => {
		const [from, to] = ['2026-03-01 10:00:05', '2026-03-01 10:59:30'];
		const inside = [at(from), at(to) + 999];
		const outside = [at(from) - 1, at(to) + SECOND];
		for (const instant of [...inside, ...outside]) api.service.store.click('a', instant);
		const criteria = { dateFrom: from, dateTo: to };
		const { totals } = await stats({ ids: [400001], type: 'hourly', criteria });
		expect(totals).toMatchObject({ totalClicks0: 2 });
	});

	it('count a real visit', async () => {
		await fetch(`${api.service.url}/a`, { redirect: 'manual' });
		const { items } = await stats({ ids: [400001], type: 'minute' });
		expect(items.at(-1)).toMatchObject({ param: '2026-03-10 12:00', clicks0: '1' });
	});

	it('hold every hour when the zone changes its clock', async () => {
		const berlin = await start({ timezone: 'Europe/Berlin', now: () => Date.UTC(2026, 2, 29, 2) });
		berlin.service.store.addLink({ code: 'a' });
		berlin.service.store.click('a', berlin.service.now() - HOUR / 2);
		const criteria = { dateFrom: '2026-03-29 01:00:00', dateTo: '2026-03-29 04:00:00' };
		const answer = await berlin.call('Link/GetStats', { ids: [400001], type: 'hourly', criteria });
		await berlin.service.close();
		expect(grid.parse(answer.data).items.map((row) => [row.param, row.clicks0])).toEqual([
			['2026-03-29 01:00', 0],
			['2026-03-29 03:00', '1'],
			['2026-03-29 04:00', 0],
		]);
	});
});

describe('Link/GetStats: what it refuses', () => {
	it('answers 12 to more than 5 links and to a wrong type, 11 to nothing, 2 to an unknown link', async () => {
		const ids = [1, 2, 3, 4, 5, 6];
		expect(await api.call('Link/GetStats', { ids, type: 'daily' })).toMatchObject({ code: 12 });
		const wrong = { ids: [400001], type: 'weekly' };
		expect(await api.call('Link/GetStats', wrong)).toMatchObject({ code: 12 });
		expect(await api.call('Link/GetStats')).toMatchObject({ code: 11 });
		expect(await api.call('Link/GetStats', { ids: [400001] })).toMatchObject({ code: 11 });
		expect(await api.call('Link/GetStats', { ids: [9], type: 'daily' })).toMatchObject({ code: 2 });
	});

	it.each([
		[{ ids: '400001' }, 'ids'],
		[{ ids: ['x'] }, 'ids.0'],
		[{ criteria: { dateFrom: '2026-03-01' } }, 'criteria.dateFrom'],
		[{ criteria: { dateTo: '2026-03-01T00:00:00' } }, 'criteria.dateTo'],
		[{ criteria: { from: '2026-03-01 00:00:00' } }, 'criteria.from'],
		[
			{ criteria: { dateFrom: '2026-03-02 00:00:00', dateTo: '2026-03-01 00:00:00' } },
			'criteria.dateTo',
		],
	])('names the field of %j', async (params, field) => {
		const answer = await api.call('Link/GetStats', { ids: [400001], type: 'daily', ...params });
		expect(complaint(answer)).toEqual(invalid(field));
	});

	it('takes five links', async () => {
		for (let n = 0; n < 3; n++) api.service.store.addLink({ createTs: NOON });
		const ids = [400001, 400002, 400003, 400004, 400005];
		const { items } = await stats({ ids, type: 'monthly' });
		expect(items[0]).toHaveProperty('clicks4', 0);
	});
});
