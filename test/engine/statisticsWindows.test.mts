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
const span = { type: 'daily', dateFrom: '2025-09-01 08:00:00', dateTo: '2026-03-09 20:00:00' };
const CLICKS = [
	...['2025-09-01T08:00:00', '2025-11-29T23:59:59', '2025-11-30T00:00:00'],
	...['2026-02-27T23:59:59', '2026-02-28T00:00:00', '2026-03-09T20:00:00'],
];
const OUTSIDE = ['2025-09-01T07:59:59', '2026-03-09T20:00:01'];

test('a span longer than its maximum is asked in windows, and joined: no click lost or twice', async () => {
	h.service.store.addLink({ code: 'abcd' });
	for (const click of [...CLICKS, ...OUTSIDE]) h.service.store.click('abcd', at(click));
	const { main } = await h.link('statistics.get', { ...byId, ...span });
	const windows = criteria().sort();
	expect(windows).toHaveLength(3);
	expect([windows[0][0], windows[2][1]]).toEqual([span.dateFrom, span.dateTo]);
	const periods = main.map(({ json }) => String(json.period));
	expect(periods).toHaveLength(190);
	expect(periods).toEqual([...new Set(periods)].sort());
	const count = main.reduce((sum, { json }) => sum + Number(json.clicks), 0);
	expect(count).toBe(CLICKS.length);
	const totals = await h.link('statistics.get', { ...byId, ...span, output: 'totals' });
	expect(totals.main.map(({ json }) => json)).toEqual([
		{ linkId: 400001, clicks: count, redirects: count },
	]);
	const raw = await h.link('statistics.get', { ...byId, ...span, output: 'raw' });
	expect(raw.main).toHaveLength(3);
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
