import { harness, locator } from './lib/harness.mts';

const h = harness();
/** The zone's own reading: Almaty had another offset before 2024. */
const at = (text: string) => h.service.store.zone.parse(text.replace('T', ' '));
const byId = { link: locator('id', '400001') };

const criteria = () =>
	h.service.calls.map(({ rawBody }) => {
		const form = new URLSearchParams(rawBody);
		return ['dateFrom', 'dateTo'].map((name) => form.get(`criteria[${name}]`));
	});

/** Clicks on both sides of every border that the windows could have, and at both ends. */
const cases = [
	{
		type: 'monthly',
		dateFrom: '2018-06-15 00:00:00',
		dateTo: '2026-03-10 11:59:59',
		clicks: [
			'2018-06-15T00:00:00',
			'2021-05-31T23:59:59',
			'2021-06-01T00:00:00',
			'2024-05-31T23:59:59',
			'2024-06-01T00:00:00',
			'2026-03-10T11:59:59',
		],
		outside: ['2018-06-14T23:59:59', '2026-03-10T12:00:00'],
		calls: 3,
		periods: 94,
	},
	{
		type: 'daily',
		dateFrom: '2025-09-01 08:00:00',
		dateTo: '2026-03-09 20:00:00',
		clicks: [
			'2025-09-01T08:00:00',
			'2025-11-29T23:59:59',
			'2025-11-30T00:00:00',
			'2026-02-27T23:59:59',
			'2026-02-28T00:00:00',
			'2026-03-09T20:00:00',
		],
		outside: ['2025-09-01T07:59:59', '2026-03-09T20:00:01'],
		calls: 3,
		periods: 190,
	},
	{
		type: 'hourly',
		dateFrom: '2026-02-20 10:30:00',
		dateTo: '2026-03-09 10:29:59',
		clicks: [
			'2026-02-20T10:30:00',
			'2026-02-27T09:59:59',
			'2026-02-27T10:00:00',
			'2026-03-06T09:59:59',
			'2026-03-06T10:00:00',
			'2026-03-09T10:29:59',
		],
		outside: ['2026-02-20T10:29:59', '2026-03-09T10:30:00'],
		calls: 3,
		periods: 409,
	},
	{
		type: 'minute',
		dateFrom: '2026-03-09 00:00:30',
		dateTo: '2026-03-09 07:00:00',
		clicks: [
			'2026-03-09T00:00:30',
			'2026-03-09T02:59:59',
			'2026-03-09T03:00:00',
			'2026-03-09T05:59:59',
			'2026-03-09T06:00:00',
			'2026-03-09T07:00:00',
		],
		outside: ['2026-03-09T00:00:29', '2026-03-09T07:00:01'],
		calls: 3,
		periods: 421,
	},
];

describe.each(cases)('$type, over a span longer than its maximum', (given) => {
	const { type, dateFrom, dateTo } = given;
	const span = { type, dateFrom, dateTo };

	beforeEach(() => {
		h.service.store.addLink({ code: 'abcd' });
		for (const click of [...given.clicks, ...given.outside])
			h.service.store.click('abcd', at(click));
	});

	test('asks in windows that follow each other to the second, from the first second to the last', async () => {
		await h.link('statistics.get', { ...byId, ...span });
		const windows = criteria().sort();
		expect(windows).toHaveLength(given.calls);
		expect(windows[0][0]).toBe(dateFrom);
		expect(windows.at(-1)?.[1]).toBe(dateTo);
		const gaps = windows
			.slice(1)
			.map(([from], n) => Date.parse(`${from}Z`) - Date.parse(`${windows[n][1]}Z`));
		expect(gaps).toEqual(windows.slice(1).map(() => 1000));
	});

	test('joins the rows: every period once, in order, no click lost or doubled', async () => {
		const { main } = await h.link('statistics.get', { ...byId, ...span });
		const periods = main.map(({ json }) => String(json.period));
		expect(new Set(periods).size).toBe(periods.length);
		expect(periods).toEqual([...periods].sort());
		expect(periods).toHaveLength(given.periods);
		const clicks = main.map(({ json }) => Number(json.clicks));
		expect(clicks.reduce((sum, count) => sum + count)).toBe(given.clicks.length);
	});

	test('totals are the sum over all windows, raw is one item a window', async () => {
		const totals = await h.link('statistics.get', { ...byId, ...span, output: 'totals' });
		const count = given.clicks.length;
		expect(totals.main.map(({ json }) => json)).toEqual([
			{ linkId: 400001, clicks: count, redirects: count },
		]);
		const raw = await h.link('statistics.get', { ...byId, ...span, output: 'raw' });
		expect(raw.main).toHaveLength(given.calls);
	});
});

test('a span of exactly the maximum is one call', async () => {
	h.service.store.addLink();
	await h.link('statistics.get', {
		...byId,
		type: 'minute',
		dateFrom: '2026-03-09 00:00:00',
		dateTo: '2026-03-09 03:00:00',
	});
	expect(h.service.calls).toHaveLength(1);
});

test('a window that fails takes its item with it, with nothing of the other windows', async () => {
	h.service.store.addLink();
	h.service.faults.add({ after: 1, kind: { code: 15 } });
	const { main } = await h.link(
		'statistics.get',
		{ ...byId, type: 'minute', dateFrom: '2026-03-09 00:00:00', dateTo: '2026-03-09 08:00:00' },
		{ onError: 'continueRegularOutput' },
	);
	expect(main).toHaveLength(1);
	expect(main[0].json.error).toBe('The service could not carry out the operation (code 15)');
});
