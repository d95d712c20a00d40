/** Size of a character with the room around it, in pixels. */
export const GLYPH = { width: 9, height: 10 };

/**
 * The characters that a chart needs, from the public domain font "misc fixed 9x15". Two hex digits a
 * row, ten rows from the top; the bits of a row are its pixels, the highest of the seven on the left.
 */
const GLYPHS: Readonly<Record<string, string>> = {
	0: '1c22414141414141221c',
	1: '0818284808080808087f',
	2: '3e41410204081020407f',
	3: '7f0102040e010101413e',
	4: '02060a1222427f020202',
	5: '7f40405e61010101413e',
	6: '1e2040405e614141413e',
	7: '7f010202040408081010',
	8: '1c2241221c224141221c',
	9: '3e414141433d0101023c',
	'-': '00000000007f00000000',
	':': '0000000c0c0000000c0c',
	L: '4040404040404040407f',
	a: '0000003e01013f41433d',
	b: '4040405e61414141615e',
	c: '0000003e41404040413e',
	e: '0000003e41417f40403e',
	h: '4040405e614141414141',
	i: '1800003808080808083e',
	k: '40404041465860584641',
	l: '3808080808080808083e',
	n: '0000005e614141414141',
	o: '0000003e41414141413e',
	r: '0000004e312120202020',
	s: '0000003e41403e01413e',
	w: '00000041414949495522',
};

/** The pixels of a text, from its top left corner. A character that the font lacks is left blank. */
export function* glyphPixels(text: string): Generator<{ x: number; y: number }> {
	for (const [position, character] of [...text].entries()) {
		const rows = Object.hasOwn(GLYPHS, character) ? GLYPHS[character] : '';
		for (let y = 0; y * 2 < rows.length; y++) {
			const bits = parseInt(rows.slice(y * 2, y * 2 + 2), 16);
			for (let x = 0; x < 7; x++) {
				if (bits & (64 >> x)) yield { x: position * GLYPH.width + 1 + x, y };
			}
		}
	}
}
