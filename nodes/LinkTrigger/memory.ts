import { compareIds } from './ids';

/** In characters, all of them ASCII. Leaves room for the rest of the state under 64 KB. */
const LIMIT = 62_000;

/** The highest clickCnt seen of each link, by id; 0 where it does not matter. */
export type SeenLinks = Map<string, number>;

/**
 * Writes what is known as text: by id, each as its distance from the one before, `distance:clicks`, in base 36;
 * `distance` alone for 0. Where it does not fit, the links with the lowest ids are forgotten.
 *
 * @returns `forgotten`, the highest id that was, or 0
 */
export function pack(known: SeenLinks): { packed: string; forgotten: string } {
	const sorted = [...known].sort(([a], [b]) => compareIds(a, b));
	const written = (i: number, isFirst: boolean): string => {
		const [id, clicks] = sorted[i];
		const distance = BigInt(id) - (isFirst ? 0n : BigInt(sorted[i - 1][0]));
		return `${distance.toString(36)}${clicks ? `:${clicks.toString(36)}` : ''}`;
	};
	const parts: string[] = [];
	let [first, size] = [sorted.length, 0];
	while (first > 0) {
		const whole = written(first - 1, true);
		if (size + whole.length > LIMIT) break;
		first--;
		const part = first > 0 ? written(first, false) : whole;
		parts.push(part);
		size += part.length + 1;
	}
	if (parts.length > 0) parts.splice(-1, 1, written(first, true));
	return { packed: parts.reverse().join(' '), forgotten: first > 0 ? sorted[first - 1][0] : '0' };
}

/** @returns undefined for what `pack` has not written */
export function unpack(packed: unknown): SeenLinks | undefined {
	if (typeof packed !== 'string' || !/^([\da-z]+(:[\da-z]+)?( |$))*$/.test(packed))
		return undefined;
	const known: SeenLinks = new Map();
	let last = 0n;
	for (const [, distance, clicks = '0'] of packed.matchAll(/([\da-z]+)(?::([\da-z]+))?/g)) {
		last += [...distance].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
		known.set(String(last), parseInt(clicks, 36));
	}
	return known;
}
