import { ownClock } from '../sending/lib/clock.mts';
import { byId, fromItem, harness, ids, NOON, range } from './lib/harness.mts';

const h = harness();
const item = { items: ids(1) };

beforeEach(() => h.addLinks(1));

const asked = () => h.wire('Link/GetStats').map((call) => Object(call).criteria);
const statistics = async (dates: object, more: object = item) =>
	await h.link('statistics.get', { ...byId, ...dates }, more);

test('a long span from a typing error is refused at once with its number of calls', async () => {
	const dates = { type: 'minute', dateFrom: '0226-03-10', dateTo: '2026-03-10' };
	const { error } = await statistics(dates);
	expect(error?.message).toMatch(
		/^"Date From" makes the span too long: .*52595\d\d calls, at most 500/,
	);
	expect(error?.description).toBe('Check the year, choose a coarser type, or a shorter span.');
	expect(h.methods()).toEqual([]);
});

test('many links with many windows are counted together, and refused before the first call', async () => {
	const dates = { type: 'minute', dateFrom: '2026-03-01', dateTo: '2026-03-10' };
	const { error } = await statistics(dates, { items: ids(40) });
	expect(error?.message).toMatch(
		/"Date From" makes the span too long: for 40 links .* takes 640 calls/,
	);
	expect(h.methods()).toEqual([]);
});

test.each(['2026-03-01', '1999-01-01 00:00:00', '2026-03-01T18:59:59Z'])(
	'%s as the end of a span that begins later is refused by name',
	async (dateTo) => {
		const { error } = await statistics({ dateFrom: '2026-03-02', dateTo });
		expect(error?.message).toMatch(/^"Date To" /);
		expect(h.methods()).toEqual([]);
	},
);

test('many links in one window are no such mistake', async () => {
	const { error } = await statistics({}, { items: range(30).map(() => ({ id: 400001 })) });
	expect(error).toBeUndefined();
});

test.each([
	['each item has a span of its own', { dateFrom: fromItem('from') }],
	['answers are passed on as they came, one link a call', { output: 'raw' }],
])('the calls of all items are counted: %s', async (_, more) => {
	const dates = { type: 'minute', dateFrom: '2026-03-01', dateTo: '2026-03-30', ...more };
	const items = [1, 2, 3].map((n) => ({ id: 400000 + n, from: `2026-03-0${n}` }));
	const { error } = await statistics(dates, { items });
	expect(error?.message).toMatch(/"Date From" makes the span too long: .* at most 500 are made/);
	expect(h.methods()).toEqual([]);
});

describe('with the clock at noon', () => {
	ownClock();

	test('Date From alone ends now, not after the longest span', async () => {
		h.service.store.click('c0', NOON);
		const { main } = await statistics({ dateFrom: '2026-03-08' });
		expect(asked()).toEqual([{ dateFrom: '2026-03-08 00:00:00', dateTo: '2026-03-10 12:00:00' }]);
		expect(main.map(({ json }) => [json.period, json.clicks])).toEqual([
			['2026-03-08', 0],
			['2026-03-09', 0],
			['2026-03-10', 1],
		]);
	});

	test('Date From alone, long ago, is asked in windows up to now', async () => {
		await statistics({ dateFrom: '2025-11-01' });
		const ends = asked().map(({ dateTo }) => dateTo);
		expect(ends).toEqual(['2026-01-29 23:59:59', '2026-03-10 12:00:00']);
	});

	test('Date From in the future is refused by name', async () => {
		const { error } = await statistics({ dateFrom: '2026-03-11' });
		expect(error?.message).toMatch(/^"Date From" is in the future/);
		expect(h.methods()).toEqual([]);
	});
});

test.each([
	['a day', '2026-03-09', '2026-03-09 23:59:59'],
	['a day of the date picker', '2026-03-09T00:00:00', '2026-03-09 23:59:59'],
	['a time of the date picker', '2026-03-09T10:30:00', '2026-03-09 10:30:00'],
	['midnight in the form of the service', '2026-03-09 00:00:00', '2026-03-09 00:00:00'],
	[
		'midnight of a luxon date',
		"={{ DateTime.fromISO('2026-03-09', { zone: 'America/Lima' }) }}",
		'2026-03-09 23:59:59',
	],
	['midnight with an offset', '2026-03-09T00:00:00+05:00', '2026-03-09 00:00:00'],
])('%s as the end, with Date From and alone', async (_, dateTo, sent) => {
	await statistics({ dateFrom: '2026-03-01', dateTo });
	await statistics({ dateTo });
	expect(asked()).toEqual([{ dateFrom: '2026-03-01 00:00:00', dateTo: sent }, { dateTo: sent }]);
});

test('a picked day is the account’s day, wherever the workflow is', async () => {
	const dates = { dateFrom: '2026-03-01', dateTo: '2026-03-09T00:00:00' };
	for (const timezone of ['America/New_York', 'Pacific/Auckland'])
		await statistics(dates, { ...item, timezone });
	const sent = { dateFrom: '2026-03-01 00:00:00', dateTo: '2026-03-09 23:59:59' };
	expect(asked()).toEqual([sent, sent]);
});
