/** The default alphabet of GSM 03.38 (now 3GPP TS 23.038), in the order of its table. */
const DEFAULT_ALPHABET =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension table: each of these is written as an escape and a second septet. */
const EXTENSION = '\f^{}\\[~]|€';

/** How many of them a character takes. */
export const SEPTETS = new Map([
	...Array.from(DEFAULT_ALPHABET, (character): [string, number] => [character, 1]),
	...Array.from(EXTENSION, (character): [string, number] => [character, 2]),
]);

/** What one SMS holds, alone and as a part of several (each part carries a header). */
const CAPACITY = {
	'GSM-7': { alone: 160, part: 153 },
	'UCS-2': { alone: 70, part: 67 },
};

/**
 * By the GSM standard: one character outside of its alphabet makes the whole text UCS-2. `characters` counts
 * septets in GSM-7 (those of the extension table are 2) and UTF-16 code units in UCS-2. An empty text takes
 * no segment. What is billed is the count of the service, `segNum`.
 */
export function segments(text: string) {
	const gsm7 = Array.from(text, (character) => SEPTETS.get(character));
	if (gsm7.every((size) => size !== undefined)) return measure('GSM-7', gsm7);
	// A pair of surrogates comes out whole, as a character of length 2.
	return measure(
		'UCS-2',
		Array.from(text, (character) => character.length),
	);
}

function measure(encoding: keyof typeof CAPACITY, sizes: number[]) {
	const characters = sizes.reduce((sum, size) => sum + size, 0);
	const { alone, part } = CAPACITY[encoding];
	const isShort = characters <= alone;
	return { encoding, characters, segments: isShort ? Math.sign(characters) : parts(sizes, part) };
}

/** A character of two units does not fit into the last unit of a part. */
function parts(sizes: number[], capacity: number): number {
	let count = 1;
	let used = 0;
	for (const size of sizes) {
		if (used + size > capacity) {
			count++;
			used = 0;
		}
		used += size;
	}
	return count;
}
