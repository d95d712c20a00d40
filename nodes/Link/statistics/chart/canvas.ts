import { GLYPH, glyphPixels } from './font';

/** Colours as red, green and blue; a pixel holds its colour's place in this list. */
export const PALETTE: ReadonlyArray<readonly [number, number, number]> = [
	[255, 255, 255],
	[222, 226, 230],
	[11, 114, 133],
	[52, 58, 64],
];

export const COLOUR = { paper: 0, line: 1, bar: 2, ink: 3 } as const;

type Colour = (typeof COLOUR)[keyof typeof COLOUR];

/** A picture of few colours, one byte a pixel, row by row from the top. */
export class Canvas {
	readonly pixels: Uint8Array;

	constructor(
		readonly width: number,
		readonly height: number,
	) {
		this.pixels = new Uint8Array(width * height);
	}

	/** Fills a rectangle of whole pixels. What lies outside of the picture is cut off. */
	fill(left: number, top: number, width: number, height: number, colour: Colour): void {
		const [from, to] = [Math.max(left, 0), Math.min(left + width, this.width)];
		for (let y = Math.max(top, 0); y < Math.min(top + height, this.height); y++) {
			if (from < to) this.pixels.fill(colour, y * this.width + from, y * this.width + to);
		}
	}

	/** Writes a text; `x` is its left end or, with `align` right, its right end. */
	write(text: string, x: number, top: number, align: 'left' | 'right' = 'left'): void {
		const left = align === 'left' ? x : x - text.length * GLYPH.width;
		for (const pixel of glyphPixels(text)) {
			this.fill(left + pixel.x, top + pixel.y, 1, 1, COLOUR.ink);
		}
	}
}
