import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

import { ISO_CODES, numberCountry } from '../../../nodes/Message/sms/numberCountry';

const SEED = Number(process.env.PHONE_SEED ?? Date.now() % 2 ** 31);
/** Numbers drawn of each kind in each country. */
const DRAWN = Number(process.env.PHONE_DRAWN ?? 40);

/** The kinds of numbers in the library's metadata. */
const TYPES = 11;
const PEOPLE = [0, 1, 8];
const COSTLY = [3, 9];

/** Mobile numbers there begin as those of the country that they belong to. */
const SHARED: Readonly<Record<string, string>> = {
	...{ AX: 'FI', BL: 'GP', CC: 'AU', CX: 'AU', EH: 'MA', MF: 'GP', SJ: 'NO', VA: 'IT' },
};

const countries = Object.keys(metadata.countries) as CountryCode[];

/** Numbers that match the library's patterns of these kinds. */
function drawn(iso: CountryCode, kinds: number[]): string[] {
	const [code, data] = [metadata.countries[iso]![0], metadata.countries[iso]![TYPES]];
	return kinds.flatMap((kind) => {
		const pattern: string | undefined = data[kind]?.[0];
		if (!pattern) return [];
		const numbers = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
		return fc
			.sample(numbers, { seed: SEED, numRuns: DRAWN })
			.map((national) => `${code}${national}`);
	});
}

/** The library's own answer. */
function known(digits: string): [country: string | undefined, type: string | undefined] {
	const number = parsePhoneNumberFromString(`+${digits}`);
	return [number?.country, number?.getType()];
}

beforeAll(() => console.info(`PHONE_SEED=${SEED}`));

it('knows the country of every number of people', () => {
	const wrong = countries
		.flatMap((iso) => drawn(iso, PEOPLE))
		.filter((digits) => {
			const [country = '', type = ''] = known(digits);
			// Some numbers are of two kinds, and the library names the first.
			if (country === '' || /PREMIUM|SHARED/.test(type)) return false;
			return numberCountry(digits) !== (SHARED[country] ?? country);
		});
	expect(wrong).toEqual([]);
	expect([...ISO_CODES, ...Object.keys(SHARED)].sort()).toEqual(countries.toSorted());
});

it('premium and shared-cost numbers belong to no country', () => {
	const costly = countries.flatMap((iso) => drawn(iso, COSTLY));
	expect(costly.length).toBeGreaterThan(100 * DRAWN);
	expect(costly.filter((digits) => numberCountry(digits) !== undefined)).toEqual([]);
	for (const digits of ['19005551234', '449012345678', '449812345678']) {
		expect(numberCountry(digits)).toBeUndefined();
	}
});

it('satellite and other worldwide numbers belong to no country', () => {
	const codes = Object.keys(metadata.nonGeographic ?? {});
	expect(codes).toEqual(expect.arrayContaining(['881', '882', '979']));
	for (const code of codes) expect(numberCountry(`${code}12345678`)).toBeUndefined();
	for (const digits of ['', '0', '999123456', '210123456']) {
		expect(numberCountry(digits)).toBeUndefined();
	}
});
