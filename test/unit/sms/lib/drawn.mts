import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

const SEED = Number(process.env.PHONE_SEED ?? Date.now() % 2 ** 31);

/** Numbers drawn of each kind in each country. */
export const DRAWN = 40;

/** Kinds of numbers, by their places in the library's metadata. */
export const [FIXED, MOBILE, PREMIUM, VOIP, SHARED_COST] = [0, 1, 3, 8, 9];
export const TYPES = 11;

export const libraryOf = (iso: string) => metadata.countries[iso as CountryCode]!;

/** Numbers of a kind that a country has by the library, without its code. */
export function drawn(iso: string, kind: number): string[] {
	const pattern: string | undefined = libraryOf(iso)[TYPES][kind]?.[0];
	if (!pattern) return [];
	const numbers = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
	return fc.sample(numbers, { seed: SEED, numRuns: DRAWN });
}

beforeAll(() => console.info(`PHONE_SEED=${SEED}`));
