import { barsOf, chart } from '../../../nodes/Link/statistics/chart/chart.ts';
import { readPng, type Picture } from './readPng.mts';

const BAR = '#0b7285';
const INK = '#343a40';
/** Where the bars stand, and how high they may be. */
const GROUND = 206;
const HIGHEST = 164;

const rowsOf = (clicks: number[]) =>
	clicks.map((count, n) => ({
		period: `2026-03-${String(n + 1).padStart(2, '0')}`,
		clicks: count,
		redirects: 0,
	}));

const draw = (clicks: number[]): Picture =>
	readPng(
		chart(
			'400001',
			rowsOf(clicks),
			clicks.reduce((sum, count) => sum + count, 0),
		),
	);

const count = (length: number, is: (n: number) => boolean) =>
	Array.from({ length }, (_, n) => n).filter(is).length;

/** Heights of the bars from left to right, as the pixels show them. */
function heights(picture: Picture): number[] {
	const columns = Array.from({ length: picture.width }, (_, x) =>
		count(picture.height, (y) => picture.at(x, y) === BAR),
	);
	return columns.filter((height, x) => height > 0 && height !== columns[x - 1]);
}

const inked = (picture: Picture, area: { x: [number, number]; y: [number, number] }) =>
	count(picture.width, (x) =>
		x >= area.x[0] && x < area.x[1]
			? count(picture.height, (y) => y >= area.y[0] && y < area.y[1] && picture.at(x, y) === INK) >
				0
			: false,
	);

test('is a valid PNG of 640 by 240 pixels', () => {
	expect(draw([1, 2, 3])).toMatchObject({ width: 640, height: 240 });
});

test.each([
	[
		[4, 1, 2],
		[HIGHEST, HIGHEST / 4, HIGHEST / 2],
	],
	[[1], [HIGHEST]],
	[
		[1000, 500],
		[HIGHEST, HIGHEST / 2],
	],
	// A single click is seen beside very many.
	[
		[100_000, 1],
		[HIGHEST, 1],
	],
	[[0, 3, 0], [HIGHEST]],
	[[0, 0], []],
	[[], []],
])('clicks %j are bars %j pixels high', (clicks, expected) => {
	expect(heights(draw(clicks))).toEqual(expected);
});

test('bars stand on the ground line and stay inside of the axes', () => {
	const picture = draw(Array.from({ length: 90 }, (_, n) => n + 1));
	const isBar = (x: number, y: number) => picture.at(x, y) === BAR;
	const standing = count(640, (x) => isBar(x, GROUND - 1));
	expect(standing).toBe(90 * 4);
	expect(count(640, (x) => isBar(x, GROUND) || isBar(x, GROUND - HIGHEST - 1))).toBe(0);
	expect(count(240, (y) => isBar(624, y) || isBar(33, y))).toBe(0);
});

test('many periods are merged into bars that hold all clicks', () => {
	expect(barsOf(rowsOf([1, 2, 3]))).toEqual({ bars: [1, 2, 3], rowsABar: 1 });
	const { bars, rowsABar } = barsOf(rowsOf(Array.from({ length: 1000 }, () => 2)));
	expect(rowsABar).toBe(6);
	expect(bars).toHaveLength(167);
	expect(bars.slice(0, 166)).toEqual(new Array<number>(166).fill(12));
	expect(bars[166]).toBe(8);
	expect(barsOf(rowsOf(new Array<number>(500_000).fill(1))).bars.length).toBeLessThanOrEqual(180);
});

const TITLE: [number, number] = [16, 26];
const PERIODS: [number, number] = [214, 224];

test('tells when a bar is several periods, and only then', () => {
	const right: [number, number] = [400, 640];
	expect(inked(draw(new Array<number>(180).fill(1)), { x: right, y: TITLE })).toBe(0);
	expect(inked(draw(new Array<number>(181).fill(1)), { x: right, y: TITLE })).toBeGreaterThan(50);
});

test('writes the first period on the left, and the last on the right where there are several', () => {
	const left: [number, number] = [0, 140];
	const right: [number, number] = [500, 640];
	const [one, two] = [draw([1]), draw([1, 2])];
	expect(inked(one, { x: left, y: PERIODS })).toBeGreaterThan(30);
	expect(inked(one, { x: right, y: PERIODS })).toBe(0);
	expect(inked(two, { x: right, y: PERIODS })).toBeGreaterThan(30);
});

test.each([
	['a period that is missing', null],
	['characters that the font lacks', '<svg onload="x">жж'],
	['a text wider than the picture', '8'.repeat(200)],
	['names of what every object has', 'constructor __proto__'],
])('%s does no harm', (_, period) => {
	const picture = readPng(chart('400001', [{ period, clicks: 1, redirects: 0 }], 1));
	expect(heights(picture)).toEqual([HIGHEST]);
});
