import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import { ISO_CODES, numberCountry } from '../../../nodes/Message/send/allowedCountries';
import { asInternational, callingCode } from '../../../nodes/Message/sms/countries';
import { DRAWN, drawn as drawnIn, libraryOf, TYPES } from './lib/drawn.mts';
import { FIXED, MOBILE, PREMIUM, SHARED_COST, VOIP } from './lib/drawn.mts';

/** Mobile numbers there begin as those of the country that they belong to. */
const SHARED: Readonly<Record<string, string>> = {
	...{ AX: 'FI', BL: 'GP', CC: 'AU', CX: 'AU', EH: 'MA', MF: 'GP', SJ: 'NO', VA: 'IT' },
};

const countries = Object.keys(metadata.countries) as CountryCode[];

const drawn = (...kinds: number[]): string[] =>
	countries.flatMap((iso) =>
		kinds.flatMap((kind) =>
			drawnIn(iso, kind).map((national) => `${libraryOf(iso)[0]}${national}`),
		),
	);

function known(digits: string): [country: string | undefined, type: string | undefined] {
	const number = parsePhoneNumberFromString(`+${digits}`);
	return [number?.country, number?.getType()];
}

it('knows the country of every number of people', () => {
	const wrong = drawn(FIXED, MOBILE, VOIP).filter((digits) => {
		const [country = '', type = ''] = known(digits);
		// Some numbers are of two kinds, and the library names the first.
		if (country === '' || /PREMIUM|SHARED/.test(type)) return false;
		return numberCountry(digits) !== (SHARED[country] ?? country);
	});
	expect(wrong).toEqual([]);
	expect([...ISO_CODES, ...Object.keys(SHARED)].sort()).toEqual(countries.toSorted());
});

it('premium and shared-cost numbers belong to no country', () => {
	const costly = drawn(PREMIUM, SHARED_COST);
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

const LENGTHS = 3;

const codes = [metadata.country_calling_codes, metadata.nonGeographic ?? {}].flatMap(Object.keys);

/** How many digits follow a code, as the library has it. */
function lengths(code: string): number[] {
	const found = new Set<number>();
	const { [code]: countries } = metadata.country_calling_codes;
	const all = countries
		? countries.map((country) => metadata.countries[country])
		: [metadata.nonGeographic?.[code]];
	for (const data of all) {
		if (!data) continue;
		for (const kind of [FIXED, MOBILE]) {
			const type = data[TYPES]?.[kind];
			for (const length of type ? (type[1] ?? data[LENGTHS]) : countries ? [] : data[LENGTHS]) {
				found.add(length);
			}
		}
	}
	return [...found].sort((a, b) => a - b);
}

it('knows every country code of the library, and how long its numbers are', () => {
	expect(codes.length).toBeGreaterThan(210);
	for (const code of codes) {
		const all = lengths(code);
		expect(callingCode(`${code}00000000000`)).toEqual({ code, least: all[0], most: all.at(-1) });
	}
});

it('knows no other', () => {
	const unknown = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0')).filter(
		(start) => !codes.some((code) => start.startsWith(code)),
	);
	expect(unknown.length).toBeGreaterThan(50);
	for (const start of unknown) expect([start, callingCode(start)]).toEqual([start, undefined]);
});

it.each(['77011234567', '79161234567', '380501234567'])('%s is whole', (digits) => {
	expect(asInternational(digits)).toBe(digits);
	for (const other of [digits.slice(1), digits.slice(0, -1), `${digits}8`, `0${digits}`, ''])
		expect(asInternational(other)).toBeUndefined();
});
