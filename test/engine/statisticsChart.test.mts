import { BINARY_ENCODING } from 'n8n-workflow';

import { readPng } from '../unit/statistics/readPng.mts';
import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

const items = [{ id: 400001 }, { id: 400002 }];

const span = {
	link: locator('id', fromItem('id')),
	type: 'daily',
	dateFrom: '2026-03-08',
	dateTo: '2026-03-10',
};

beforeEach(() => {
	h.service.store.addLink({ code: 'c0' });
	h.service.store.addLink({ code: 'c1' });
	h.service.store.click('c1');
});

const pictureOf = (data: string) => readPng(Buffer.from(data, BINARY_ENCODING));

test.each([
	['rows', [0, 3]],
	['totals', [0, 1]],
])('output %s: a picture of each link, with the first item of the link', async (output, places) => {
	const { main } = await h.link(
		'statistics.get',
		{ ...span, output, options: { chart: true } },
		{ items },
	);
	expect(main.flatMap(({ binary }, place) => (binary ? [place] : []))).toEqual(places);
	const charts = places.map((place) => main[place].binary?.chart);
	expect(charts).toMatchObject([
		{ mimeType: 'image/png', fileType: 'image', fileName: 'clicks-400001.png' },
		{ mimeType: 'image/png', fileType: 'image', fileName: 'clicks-400002.png' },
	]);
	const bars = charts.map((chart) => {
		const picture = pictureOf(chart?.data ?? '');
		return Array.from({ length: 640 }, (_, x) => picture.at(x, 205)).includes('#0b7285');
	});
	expect(bars).toEqual([false, true]);
	expect(h.wire('Link/GetStats')).toHaveLength(1);
});

test.each([
	['rows', { chart: false }],
	['totals', {}],
	['raw', { chart: true }],
])('output %s with options %j: no picture', async (output, options) => {
	const { main } = await h.link('statistics.get', { ...span, output, options }, { items });
	expect(main.length).toBeGreaterThan(0);
	expect(main.filter(({ binary }) => binary)).toEqual([]);
});

test('a link without any rows, whose totals the service gives, has no item, so no picture either', async () => {
	h.service.faults.add({
		method: 'Link/GetStats',
		times: 2,
		kind: { code: 0, data: { items: [], totals: '0' } },
	});
	const { main, error } = await h.link(
		'statistics.get',
		{ ...span, options: { chart: true } },
		{ items: [{ id: 400001 }] },
	);
	expect(error).toBeUndefined();
	expect(main).toEqual([]);
});
