import metadata from 'libphonenumber-js/max/metadata';

import { asInternational, callingCode } from '../../../nodes/Message/sms/callingCodes';

const [LENGTHS, TYPES] = [3, 11];
/** Fixed lines and mobile phones, in the library's order of kinds. */
const KINDS = [0, 1];

const codes = [
	...Object.keys(metadata.country_calling_codes),
	...Object.keys(metadata.nonGeographic ?? {}),
];

/** How many digits follow a code, as the library has it. */
function lengths(code: string): number[] {
	const found = new Set<number>();
	const { [code]: countries } = metadata.country_calling_codes;
	const all = countries
		? countries.map((country) => metadata.countries[country])
		: [metadata.nonGeographic?.[code]];
	for (const data of all) {
		if (!data) continue;
		for (const kind of KINDS) {
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
		expect(callingCode(`${code}00000000000`)).toEqual({
			code,
			least: all[0],
			most: all.at(-1),
		});
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
