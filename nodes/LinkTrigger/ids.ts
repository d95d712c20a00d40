/** Compares ids by value: text of digits without leading zeros, however long. */
export const compareIds = (a: string, b: string): number =>
	a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** @param value text of digits, or a number. @returns undefined for anything else */
export function idOf(value: unknown): string | undefined {
	const given = typeof value === 'number' ? String(value) : value;
	if (typeof given !== 'string' || !/^\s*\d+\s*$/.test(given)) return undefined;
	return String(BigInt(given.trim()));
}

/** The highest id; `0`, which no link has, if there are none. */
export const highest = (ids: Iterable<string>): string =>
	[...ids].reduce((most, id) => (compareIds(id, most) > 0 ? id : most), '0');
