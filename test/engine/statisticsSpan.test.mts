import { DateTime } from 'luxon';

import { ownClock } from '../sending/lib/clock.mts';
import { byId, CONTINUE, fromItem, harness, ids, locator, NOON, range } from './lib/harness.mts';

ownClock();
const h = harness();
const item = { items: ids(1) };

beforeEach(() => h.addLinks(1));

const asked = () => h.wire('Link/GetStats').map((call) => Object(call).criteria);
const statistics = async (dates: object, more: object = item) =>
	await h.run('statistics.get', { ...byId, ...dates }, more);

const ALL = { dateFrom: '2026-03-01', dateTo: '2026-03-10' };
const OWN = [1, 2, 3].map((n) => ({ id: 400000 + n, from: `2026-03-0${n}` }));

test.each([
	['a typing error', { dateFrom: '0226-03-10', dateTo: '2026-03-10' }, ids(1)],
	['the same without an end', { dateFrom: '0226-03-10' }, ids(1)],
	['many links', ALL, ids(40)],
	['a span an item', { dateFrom: fromItem('from'), dateTo: '2026-03-30' }, OWN],
	['raw, one link a call', { ...ALL, dateTo: '2026-03-30', output: 'raw' }, OWN],
])('too many calls are refused before the first: %s', async (_, dates, items) => {
	const { error } = await statistics({ type: 'minute', ...dates }, { items });
	expect(error?.message).toMatch(/"Date From" makes the span too long: .* more than 500 calls$/);
	expect(error?.description).toMatch(
		/^Check the year, choose a coarser type or a shorter span, or give fewer links\./,
	);
	expect(h.methods()).toEqual([]);
});

test('spans that are too long are not split: for many items that would keep n8n busy for minutes', async () => {
	const offsets = jest.spyOn(DateTime.prototype, 'getPossibleOffsets');
	const items = range(40).map((n) => ({ id: 400001, from: `2026-01-01 00:00:${10 + n}` }));
	const dates = { type: 'minute', dateFrom: fromItem('from'), dateTo: '2026-03-10' };
	const { main } = await statistics(dates, { items, ...CONTINUE });
	expect(main.filter(({ json }) => /too long/.test(String(json.error)))).toHaveLength(40);
	expect(offsets.mock.calls.length).toBeLessThan(1000);
});

test('the calls of a span that is too long do not count for the others', async () => {
	const items = ['0226-03-09', '2026-03-09'].map((from) => ({ id: 400001, from }));
	const dates = { type: 'minute', dateFrom: fromItem('from'), dateTo: '2026-03-10' };
	const { main } = await statistics({ ...dates, output: 'totals' }, { items, ...CONTINUE });
	expect(main.map(({ json }) => json.clicks)).toEqual([undefined, 0]);
	expect(h.methods()).toHaveLength(16);
});

test('many links in one window are no such mistake, and leave a long span its calls', async () => {
	h.service.faults.add({ times: Infinity, kind: { code: 15 } });
	const short = ids(501).map((each) => ({ ...each, from: '2026-03-01' }));
	const items = [...short, { id: 400001, from: '2025-10-01' }];
	const { error } = await statistics({ output: 'raw', dateFrom: fromItem('from') }, { items });
	expect(error?.message).toMatch(/code 15/);
});

test('Date From alone is sent alone, and no row is of a day that has not come', async () => {
	h.service.store.click('c0', NOON);
	const { main } = await statistics({ dateFrom: '2026-03-08' });
	expect(asked()).toEqual([{ dateFrom: '2026-03-08 00:00:00' }]);
	expect(main.map(({ json }) => [json.period, json.clicks])).toEqual([
		['2026-03-08', 0],
		['2026-03-09', 0],
		['2026-03-10', 1],
	]);
});

test('Date From alone, long ago, is asked in windows of the service’s clock, the last without an end', async () => {
	// n8n is half a year behind: it would ask in one window. The link's answer shows the time.
	jest.setSystemTime(Date.now() - 180 * 86_400_000);
	await statistics({ dateFrom: '2025-11-01', link: locator('code', 'c0') });
	expect(asked()).toEqual([
		{ dateFrom: '2026-01-30 00:00:00' },
		{ dateFrom: '2025-11-01 00:00:00', dateTo: '2026-01-29 23:59:59' },
	]);
});

test('a picked day is the account’s day, wherever the workflow is', async () => {
	const dates = { dateFrom: '2026-03-01', dateTo: '2026-03-09T00:00:00' };
	for (const timezone of ['America/New_York', 'Pacific/Auckland'])
		await statistics(dates, { ...item, timezone });
	await statistics({ dateTo: dates.dateTo });
	const [dateFrom, dateTo] = ['2026-03-01 00:00:00', '2026-03-09 23:59:59'];
	expect(asked()).toEqual([{ dateFrom, dateTo }, { dateFrom, dateTo }, { dateTo }]);
});

const TODAY = '2026-03-10 00:00:00';

// Where no end is given, it is the service's own time, whatever zone the credential has.
test.each([
	[{}, '2025-12-10', '2026-03-10', 7],
	[{ dateTo: '2026-03-09' }, '2025-12-09', '2026-03-09 23:59:59', 0],
	[{ type: 'hourly' }, '2026-03-03 12:00', '2026-03-10 12:00', 7],
	[{ type: 'hourly', dateFrom: TODAY }, TODAY, '2026-03-10 12:00', 7],
])('Totals of %j are from %s to %s: %i', async (dates, dateFrom, dateTo, clicks) => {
	for (let hour = 0; hour < 7; hour++) h.service.store.click('c0', NOON - hour * 3_600_000);
	for (const timezone of ['Asia/Almaty', 'America/Sao_Paulo']) {
		const more = { ...item, credential: h.credential({ timezone }) };
		const { main } = await statistics({ ...dates, output: 'totals' }, more);
		const totals = { clicks, redirects: clicks };
		expect(main[0].json).toEqual({ linkId: 400001, ...totals, dateFrom, dateTo });
	}
});

test('three years with a 29 February hold a day more than the service may answer: its clicks count', async () => {
	h.service.store.click('c0', Date.UTC(2025, 11, 31, 6));
	const dates = { type: 'monthly', dateFrom: '2023-01-01', dateTo: '2025-12-31' };
	const { main } = await statistics({ ...dates, output: 'totals' });
	expect(main[0].json).toMatchObject({ clicks: 1, redirects: 1 });
});

const dateFrom = '2025-09-01 00:00:00';
const dates = { dateFrom, dateTo: '2026-03-10', output: 'totals' };
const nothing = { code: 0, data: { items: [], totals: [] } };
const empty = (month: string) => h.strike(`[dateFrom]=${month}`, nothing);

test.each([
	['before the link was made', ['2025-09', '2025-11'], '2026-03-10'],
	['still to come', ['2026-05', '2026-08'], '2026-10-31'],
])('windows of which the service says nothing, %s, are zero clicks', async (_, months, dateTo) => {
	h.service.store.click('c0', NOON);
	months.forEach(empty);
	const { main } = await statistics({ ...dates, dateTo });
	const clicked = { linkId: 400001, clicks: 1, redirects: 1 };
	expect(main[0].json).toEqual({ ...clicked, dateFrom, dateTo: `${dateTo} 23:59:59` });
});

test.each(['after others', 'all'])('such windows %s: nothing is known', async (which) => {
	if (which === 'all') empty('2025');
	empty('2026-02');
	const { error } = await statistics(dates);
	expect(error?.message).toBe('The service counts nothing for the link');
	// Nor of a span that the service chooses.
	h.service.faults.add({ times: Infinity, kind: nothing });
	expect((await statistics({ output: 'totals' })).error?.message).toBe(error?.message);
});
