import type { StatisticsRow } from '../figures';
import { Canvas, COLOUR } from './canvas';
import { GLYPH } from './font';
import { png } from './png';

const WIDTH = 640;
const HEIGHT = 240;
const MARGIN = 16;
const GAP = 8;
/** The drawing area of the bars, from its top edge to the line that they stand on. */
const TOP = MARGIN + GLYPH.height + 2 * GAP;
const BOTTOM = HEIGHT - MARGIN - GLYPH.height - GAP;
/** More would be too thin to be seen. */
const MAX_BARS = 180;
/** Wider ones look like walls. */
const MAX_BAR_WIDTH = 48;

/**
 * Draws the clicks of a link over time as bars, with their total, the highest bar's count, and the
 * first and the last period.
 *
 * @param total clicks in all; null where they are not known
 * @returns a PNG of 640 by 240 pixels
 */
export function chart(linkId: string, rows: StatisticsRow[], total: number | null): Uint8Array {
	const canvas = new Canvas(WIDTH, HEIGHT);
	const { bars, rowsABar } = barsOf(rows);
	const highest = Math.max(...bars, 0);
	const scale = String(highest);
	const left = MARGIN + scale.length * GLYPH.width + GAP;
	const right = WIDTH - MARGIN;

	const clicks = total === null ? '' : `: ${total} click${total === 1 ? '' : 's'}`;
	canvas.write(`Link ${linkId}${clicks}`, MARGIN, MARGIN);
	if (rowsABar > 1) canvas.write(`each bar: ${rowsABar} rows`, right, MARGIN, 'right');
	canvas.write(scale, left - GAP, TOP - GLYPH.height / 2, 'right');
	canvas.write('0', left - GAP, BOTTOM - GLYPH.height / 2, 'right');
	for (const part of [0, 1 / 4, 1 / 2, 3 / 4]) {
		canvas.fill(left, TOP + Math.round((BOTTOM - TOP) * part), right - left, 1, COLOUR.line);
	}
	drawBars(canvas, bars, { left, right, highest });
	canvas.fill(left, BOTTOM, right - left, 1, COLOUR.ink);
	canvas.write(rows[0]?.period ?? '', left, BOTTOM + GAP);
	if (rows.length > 1) canvas.write(rows.at(-1)?.period ?? '', right, BOTTOM + GAP, 'right');
	return png(canvas);
}

/** The heights of the bars, in clicks: one for each row or, where rows are many, for several in turn. */
export function barsOf(rows: StatisticsRow[]): { bars: number[]; rowsABar: number } {
	const rowsABar = Math.max(1, Math.ceil(rows.length / MAX_BARS));
	const bars = new Array<number>(Math.ceil(rows.length / rowsABar)).fill(0);
	for (const [index, { clicks }] of rows.entries())
		bars[Math.floor(index / rowsABar)] += clicks ?? 0;
	return { bars, rowsABar };
}

function drawBars(
	canvas: Canvas,
	bars: number[],
	{ left, right, highest }: { left: number; right: number; highest: number },
): void {
	const step = (right - left) / bars.length;
	const width = Math.max(1, Math.min(MAX_BAR_WIDTH, Math.floor(step * 0.75)));
	for (const [index, clicks] of bars.entries()) {
		// A single click is seen beside a bar of thousands.
		const height = clicks > 0 ? Math.max(1, Math.round(((BOTTOM - TOP) * clicks) / highest)) : 0;
		const x = Math.round(left + step * (index + 0.5) - width / 2);
		canvas.fill(x, BOTTOM - height, width, height, COLOUR.bar);
	}
}
