import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

import {
	COUNTRIES,
	countryOf,
	isMobileAtHome,
	type Country,
} from '../../../nodes/Message/sms/countries';
import { recipient, type Homes } from '../../../nodes/Message/sms/recipient';
import { Refusal } from '../../../nodes/shared/input/parse';
import { drawn, FIXED, libraryOf, MOBILE } from './lib/drawn.mts';

const SERVERS = ['KZ', 'UA', 'BR', 'DE', 'UZ']
	.map(countryOf)
	.filter((found) => found !== undefined);
/** Mobile numbers without country code: the library's example, and others that match its pattern. */
const NUMBERS: Array<{ of: Country; national: string }> = COUNTRIES.flatMap((of) =>
	[examples[of.iso as CountryCode], ...drawn(of.iso, MOBILE)]
		// A 0 at the beginning of the number itself (Tajikistan) cannot be told from a prefix.
		.filter((national) => !national.startsWith('0'))
		.map((national) => ({ of, national })),
);

/** All numbers as they are written at home, with what the form hides. */
const WRITTEN = NUMBERS.flatMap(({ of, national }) =>
	forms(of, national).map((text) => ({ of, text, whole: `${of.callingCode}${national}` })),
);

/** Ways in which people write a number at home, by the digits after the country code. */
function forms(country: Country, national: string): string[] {
	const parsed = parsePhoneNumberFromString(`+${country.callingCode}${national}`);
	const library = parsed?.country === country.iso ? [parsed.formatNational()] : [];
	const trunks = ['', '0', '8', '06', '80', '015'].filter(
		(trunk) => trunk === '' || country.trunks.some((known) => trunk.replace(known, '') === ''),
	);
	const rest = (from: number) =>
		`${national.slice(from, from + 3)}-${national.slice(from + 3, from + 5)}-${national.slice(from + 5)}`;
	const written = [2, 3].flatMap((area) => [
		`${national.slice(0, area)} ${rest(area)}`,
		`(${national.slice(0, area)}) ${rest(area)}`,
		`(${national.slice(0, area)})${national.slice(area)}`,
	]);
	return [
		...library,
		...trunks.flatMap((trunk) => [national, ...written].map((form) => `${trunk}${form}`)),
		...trunks.map((trunk) => `(${trunk}${national.slice(0, 2)}) ${rest(2)}`),
	];
}

const refusals: string[] = [];

/** @returns undefined where it was refused, with a text to go by */
function sent(value: string, homes: Homes): string | undefined {
	try {
		return recipient(value, homes);
	} catch (refusal) {
		if (!(refusal instanceof Refusal) || !refusal.hint) throw refusal;
		refusals[0] = `${refusal.message} ${refusal.hint}`;
		return undefined;
	}
}

it('knows the country codes and mobile numbers of its countries', () => {
	expect(COUNTRIES.map(({ name }) => name)).toEqual(
		COUNTRIES.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
	);
	for (const { iso, callingCode, mobile, complete } of COUNTRIES) {
		const { [iso as CountryCode]: example } = examples;
		expect([iso, libraryOf(iso)[0]]).toEqual([iso, callingCode]);
		expect([iso, mobile.test(example), complete.test(example)]).toEqual([iso, true, true]);
	}
	expect(NUMBERS.filter(({ of, national }) => !of.mobile.test(national))).toEqual([]);
	expect(NUMBERS.filter(({ of, national }) => !of.complete.test(national))).toEqual([]);
});

it('reads a number written at home in the default country, whatever the server, or refuses it', () => {
	const wrong: unknown[] = [];
	let read = 0;
	for (const { of, text, whole } of WRITTEN) {
		for (const server of [undefined, ...SERVERS]) {
			const found = sent(text, { chosen: of, server });
			if (found !== undefined) read++;
			if (found !== undefined && found !== whole) wrong.push([of.iso, text, found, server?.iso]);
		}
	}
	expect(wrong).toEqual([]);
	// Refused: mobile numbers of Argentina as they are dialled there.
	expect(read / WRITTEN.length / (SERVERS.length + 1)).toBeGreaterThan(0.98);
});

it('never sends a number of the server country, written at home, to another country', () => {
	const wrong: unknown[] = [];
	const own = WRITTEN.filter(({ of }) => SERVERS.includes(of));
	for (const [index, { of, text, whole }] of own.entries()) {
		for (const chosen of [undefined, COUNTRIES[index % COUNTRIES.length]]) {
			const found = sent(text, { server: of, chosen });
			// A country that was chosen for such numbers is where they are read.
			const isChosen = found !== undefined && chosen && found.startsWith(chosen.callingCode);
			if (found !== undefined && found !== whole && !isChosen) {
				wrong.push([of.iso, text, found, chosen?.iso]);
			}
		}
	}
	expect(wrong).toEqual([]);
});

it('never takes a bracket or a zero at the beginning for a country code', () => {
	const local = WRITTEN.filter(({ text }) => /^[(0]/.test(text));
	expect(local.length).toBeGreaterThan(10_000);
	const servers = [undefined, ...SERVERS];
	const taken = local.filter(
		({ text }, index) => sent(text, { server: servers[index % servers.length] }) !== undefined,
	);
	expect(taken).toEqual([]);
});

it('takes international digits of every country where the server reads no number of its own', () => {
	for (const server of [undefined, ...SERVERS]) {
		for (const [iso, national] of Object.entries(examples)) {
			const digits = `${libraryOf(iso)[0]}${national}`;
			if (digits.length < 8) continue;
			const found = sent(digits, { server });
			if (server && isMobileAtHome(digits, server)) expect([iso, found]).toEqual([iso, undefined]);
			else expect([server?.iso, iso, found]).toEqual([server?.iso, iso, digits]);
			expect(sent(`+${digits}`, { server, chosen: server })).toBe(digits);
		}
	}
});

const read = (text: string, server?: string, chosen?: string) =>
	sent(text, { server: countryOf(server), chosen: countryOf(chosen) });

it.each([
	['51998765432', 'BR', 'BR', '5551998765432'],
	['0051998765432', 'BR', 'BR', '51998765432'],
	['(+51) 998765432', 'BR', 'BR', '51998765432'],
	['0 15 (51) 99876-5432', 'BR', 'BR', '5551998765432'],
	['8 68 229893', 'KZ', 'TM', '99368229893'],
	['84 95 123 45 67', 'KZ', undefined, '84951234567'],
	['491701234567', 'DE', 'DE', '491701234567'],
	['49301234567', 'DE', 'DE', '49301234567'],
	['06 20 123 4567', 'UA', 'HU', '36201234567'],
	['0171 / 1234567', 'DE', 'DE', '491711234567'],
	['(0664) / 123 45 67', 'DE', 'AT', '436641234567'],
])('takes %s, server of %s, default %s: %s', (value, server, chosen, expected) => {
	expect(read(value, server, chosen)).toBe(expected);
});

it.each([
	['+380 (067) 123-45-67', '+380671234567'],
	['0049 0170 1234567', '+491701234567'],
	['4901701234567', '+491701234567'],
	['+7 8 701 123 45 67', '+77011234567'],
	['+8 (701) 123-45-67', '+77011234567'],
	['0089161234567', '+79161234567'],
	['+370 8 612 34567', '+37061234567'],
])('refuses %s, which nobody dials so, and says that %s is meant', (value, number) => {
	expect(read(value)).toBeUndefined();
	const said = `has a prefix that is only dialled at home: "${value}" Write ${number}.`;
	expect(refusals[0]).toBe(said);
});

it('takes every number of people in its countries with a plus', () => {
	const refused = COUNTRIES.flatMap(({ iso, callingCode }) =>
		[FIXED, MOBILE]
			.flatMap((kind) => drawn(iso, kind))
			.map((national) => `+${callingCode}${national}`)
			.filter((text) => text.length > 8 && text.length < 17 && sent(text, {}) === undefined),
	);
	expect(refused).toEqual([]);
});

it('takes 8 701 everywhere, as it has one meaning only', () => {
	const places = [undefined, 'KZ', 'UA', 'BR', 'DE', 'UZ', 'RU', 'AT', 'PL'];
	const found = places.flatMap((one) => places.map((other) => read('87011234567', one, other)));
	expect(new Set(found)).toEqual(new Set(['77011234567']));
});

it.each([
	['51998765432', 'BR', undefined, ['could be +51998765432 or +5551998765432 (Brazil)']],
	['5133334444', 'BR', undefined, ['+5133334444 or +555133334444 (Brazil)']],
	['89998765432', 'BR', undefined, ['+79998765432 or +5589998765432 (Brazil)']],
	['(51) 99876-5432', 'BR', undefined, ['could be', '+51998765432', '+5551998765432 (Brazil)']],
	['(51) 99876-5432', 'KZ', undefined, ['is in national form', '+51998765432']],
	['701 123 45 67', 'KZ', undefined, ['+77011234567 (Kazakhstan)', '11 digits, this has 10']],
	['701 123 45 67', 'BR', undefined, ['is not a complete international number', '11 digits']],
	['34112345678', 'KZ', 'DE', ['+34112345678 or +4934112345678 (Germany)']],
	['51998765432', 'BR', 'AR', ['+51998765432 or +5551998765432 (Brazil)', 'of Argentina']],
	['(49) 170 1234567', 'DE', 'DE', ['is in national form', '+491701234567']],
	['+0701 123 45 67', 'KZ', 'KZ', ['is in national form']],
	['+0170 1234567', 'DE', 'DE', ['is in national form', 'be +491701234567 (Germany).']],
	['0701 123 45 67', 'KZ', undefined, ['is in national form', 'Default Country']],
	['80291234567', 'KZ', undefined, ['is not a complete international number']],
	['80123456', 'KZ', undefined, ['is not a complete international number']],
	['89998765432', 'KZ', 'DE', ['be +79998765432 or +4989998765432 (Germany):']],
	['8 (495) 123-45-67', 'KZ', undefined, ['is in national', 'be +74951234567 (Kazakhstan).']],
])('refuses %s, server %s, default %s, with what it could be', (value, server, chosen, texts) => {
	expect(read(value, server, chosen)).toBeUndefined();
	for (const text of texts) expect(refusals[0]).toContain(text);
});
