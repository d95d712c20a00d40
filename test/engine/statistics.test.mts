import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

const byId = { link: locator('id', fromItem('id')) };

const at = (text: string) => Date.parse(`${text}+05:00`);

const seed = (count: number) => {
	for (let n = 0; n < count; n++) h.service.store.addLink({ code: `c${n}` });
};

const ids = (count: number) => Array.from({ length: count }, (_, n) => ({ id: 400001 + n }));

const sent = () =>
	h.service.calls.map(({ rawBody }) => new URLSearchParams(rawBody).getAll('ids[]'));

describe.each(['observed', 'documented'] as const)('Link/GetStats, %s answers', (dialect) => {
	beforeEach(() => {
		h.service.setDialect(dialect);
		seed(2);
		h.service.store.click('c0', at('2026-03-08T10:00:00'));
		h.service.store.click('c0', at('2026-03-09T10:00:00'));
		h.service.store.click('c0', at('2026-03-09T11:00:00'));
		h.service.store.click('c1', at('2026-03-09T23:59:59'));
	});

	const span = { type: 'daily', dateFrom: '2026-03-08', dateTo: '2026-03-09' };

	test('rows: one item for each link and period, paired to the item that asked', async () => {
		const { main } = await h.link('statistics.get', { ...byId, ...span }, { items: ids(2) });
		expect(h.wire('Link/GetStats')).toEqual([
			{
				ids: ['400001', '400002'],
				type: 'daily',
				criteria: { dateFrom: '2026-03-08 00:00:00', dateTo: '2026-03-09 23:59:59' },
			},
		]);
		const row = (item: number, period: string, clicks: number) => ({
			json: { linkId: 400001 + item, period, clicks, redirects: clicks },
			pairedItem: { item },
		});
		expect(main).toEqual([
			row(0, '2026-03-08', 1),
			row(0, '2026-03-09', 2),
			row(1, '2026-03-08', 0),
			row(1, '2026-03-09', 1),
		]);
	});

	test('totals: one item for each link', async () => {
		const { main } = await h.link(
			'statistics.get',
			{ ...byId, ...span, output: 'totals' },
			{ items: ids(2) },
		);
		expect(main).toEqual([
			{ json: { linkId: 400001, clicks: 3, redirects: 3 }, pairedItem: { item: 0 } },
			{ json: { linkId: 400002, clicks: 1, redirects: 1 }, pairedItem: { item: 1 } },
		]);
	});

	test('raw: the answer as it came, one call a link', async () => {
		const { main } = await h.link(
			'statistics.get',
			{ ...byId, ...span, output: 'raw' },
			{ items: ids(2) },
		);
		expect(sent()).toEqual([['400001'], ['400002']]);
		const totals = dialect === 'observed' ? { totalClicks0: 1, totalRedirects0: 1 } : '1';
		const clicks = dialect === 'observed' ? '1' : 1;
		expect(main[1]).toEqual({
			json: {
				items: [
					{ param: '2026-03-08', clicks0: 0, redirects0: 0 },
					{ param: '2026-03-09', clicks0: clicks, redirects0: clicks },
				],
				totals,
			},
			pairedItem: { item: 1 },
		});
	});
});

const NO_GRID = [[['2026-03-09', 3]], { '2026-03-09': 3 }];

describe.each(['rows', 'totals'])('%s', (output) => {
	test.each(NO_GRID.map((items) => [items]))(
		'are not made of an answer without counts for each link: %j',
		async (items) => {
			seed(1);
			h.service.faults.add({ kind: { code: 0, data: { items, totals: '3' } } });
			const { main, error } = await h.link(
				'statistics.get',
				{ ...byId, output },
				{ items: ids(1) },
			);
			expect(main).toEqual([]);
			expect(error?.message).toBe('The answer is not what this service sends');
		},
	);
});

test('a list that is the whole answer is read all the same', async () => {
	seed(1);
	const data = [{ param: '2026-03-09', clicks0: '3', redirects0: '1' }];
	h.service.faults.add({ kind: { code: 0, data } });
	const { main } = await h.link('statistics.get', byId, { items: ids(1) });
	expect(main.map(({ json }) => json)).toEqual([
		{ linkId: 400001, period: '2026-03-09', clicks: 3, redirects: 1 },
	]);
});
