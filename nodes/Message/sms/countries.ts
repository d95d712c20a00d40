import type { INodeProperties } from 'n8n-workflow';

import { quote, Refusal } from '../../shared/input/parse';

/**
 * All country codes, by the fewest and most digits that follow them in the numbers of people. Other codes and lengths are
 * refused only without a plus; with a plus a number is taken as it is.
 */
const LENGTHS: ReadonlyArray<[least: number, most: number, codes: string]> = [
	[4, 5, '290'],
	[4, 7, '683 690'],
	[4, 11, '352'],
	[4, 13, '43'],
	[5, 5, '247 500 682'],
	[5, 7, '676 677 678 688'],
	[5, 8, '686'],
	[5, 9, '27'],
	[5, 10, '358 685 82'],
	[5, 15, '49'],
	[6, 6, '298 299 672 681 687'],
	[6, 7, '597'],
	[6, 9, '252 359 376 40 421 508'],
	[6, 10, '53 63 880 95 98'],
	[6, 12, '39'],
	[7, 7, '238 239 246 248 269 291 297 501 592 673 674 679 680 691 692 960'],
	[7, 8, '230 241 267 372 507 599 670 675 961 975'],
	[7, 9, '220 231 254 265 354 423 46 48 595 967'],
	[7, 10, '243 353'],
	[7, 11, '86'],
	[7, 12, '381 62 882'],
	[
		8,
		8,
		'216 222 223 226 227 228 232 235 236 253 257 266 268 350 356 357 370 371 373 374 ' +
			'382 386 389 45 47 502 503 504 505 506 509 591 598 65 689 800 808 852 853 965 968 ' +
			'973 974 993',
	],
	[8, 9, '213 224 250 258 264 32 355 36 377 385 387 51 593 66 855 886 962 963 970 971'],
	[8, 10, '20 378 57 60 64 850 856 964 976 977'],
	[8, 12, '383 883 972'],
	[
		9,
		9,
		'211 212 218 221 233 237 240 242 244 245 249 251 255 256 260 261 262 263 33 34 351 ' +
			'375 380 41 420 56 590 594 596 61 93 94 966 979 992 994 995 996 998',
	],
	[9, 10, '44 81 84 881 92'],
	[9, 11, '31'],
	[9, 12, '870'],
	[10, 10, '1 225 229 234 30 52 58 7 90 91'],
	[10, 11, '54 55'],
	[11, 11, '888'],
	[12, 12, '878'],
];

const CALLING_CODES = LENGTHS.flatMap(([least, most, codes]) =>
	codes.split(' ').map((code) => ({ code, least, most })),
);

/** No code is the beginning of another. */
export const callingCode = (digits: string) =>
	CALLING_CODES.find(({ code }) => digits.startsWith(code));

/**
 * The international number that digits without a plus can be.
 *
 * 11 digits that begin with 87 or 89 are the trunk form of Kazakhstan and Russia: country codes that begin
 * with 87 have 12 or 15 digits, and none begins with 89.
 */
export function asInternational(digits: string): string | undefined {
	if (/^8[79]\d{9}$/.test(digits)) return `7${digits.slice(1)}`;
	const found = callingCode(digits);
	if (!found) return undefined;
	const length = digits.length - found.code.length;
	return length >= found.least && length <= found.most ? digits : undefined;
}

/** How numbers are written within a country: the digits without its country code. */
export interface Country {
	/** ISO 3166, two letters. */
	iso: string;
	name: string;
	callingCode: string;
	/** Prefixes that are dialled within the country, and are not part of the number. */
	trunks: RegExp[];
	/** Numbers of mobile phones; all numbers of a country where none can be mistaken for one of another country. */
	mobile: RegExp;
	/** All complete numbers. */
	complete: RegExp;
}

/** `all` is left out where `mobile` covers all numbers. */
type Row = [iso: string, name: string, code: string, trunks: string, mobile: string, all?: string];

/**
 * The countries of the servers and their neighbours, and all of the EU and EEA. The patterns must cover all numbers: one
 * that does not match is read as international.
 */
const ROWS: Row[] = [
	['AF', 'Afghanistan', '93', '0', '7\\d{8}', '[2-7]\\d{8}'],
	// A mobile number dialled at home has a 15 in it and is longer: that form is not accepted.
	['AR', 'Argentina', '54', '0', '9\\d{10}|[1-36-8]\\d{9}'],
	['AT', 'Austria', '43', '0', '6[4-9]\\d{5,11}', '[1-9]\\d{6,12}'],
	['BY', 'Belarus', '375', '80 8 0', '[1-4]\\d{8}'],
	['BE', 'Belgium', '32', '0', '4\\d{8}', '[1-9]\\d{7,8}'],
	['BO', 'Bolivia', '591', '0 0\\d', '[5-7]\\d{7}', '[2-7]\\d{7}'],
	['BR', 'Brazil', '55', '0 0\\d\\d', '[1-9]{2}(9\\d{8}|[2-9]\\d{7})'],
	['BG', 'Bulgaria', '359', '0', '(8[7-9]|9[89])\\d{7}|43\\d{6}', '[2-9]\\d{5,8}'],
	['CN', 'China', '86', '0', '1\\d{10}', '[1-9]\\d{8,10}'],
	['CO', 'Colombia', '57', '0', '[39]\\d{9}', '[369]\\d{9}'],
	['HR', 'Croatia', '385', '0', '9\\d{7,8}', '[1-9]\\d{6,8}'],
	['CY', 'Cyprus', '357', '', '9\\d{7}', '[2-9]\\d{7}'],
	['CZ', 'Czechia', '420', '', '[67]\\d{8}', '[2-9]\\d{8}'],
	['DK', 'Denmark', '45', '', '[2-9]\\d{7}'],
	['EE', 'Estonia', '372', '', '5\\d{6,7}|8\\d{7}', '[3-9]\\d{6,7}'],
	['FI', 'Finland', '358', '0', '(4\\d|50)\\d{4,8}', '[1-9]\\d{4,9}'],
	['FR', 'France', '33', '0', '[67]\\d{8}', '[1-9]\\d{8}'],
	['GF', 'French Guiana', '594', '0', '(694|709)\\d{6}', '[5-9]\\d{8}'],
	['DE', 'Germany', '49', '0', '1[5-7]\\d{8,9}', '1[5-7]\\d{8,9}|[2-9]\\d{5,10}'],
	['GR', 'Greece', '30', '', '(6[89]|94)\\d{8}', '[2-9]\\d{9}'],
	['GY', 'Guyana', '592', '', '[5-7]\\d{6}', '[2-7]\\d{6}'],
	['HU', 'Hungary', '36', '06', '[2357]\\d{8}', '[1-9]\\d{7,8}'],
	['IS', 'Iceland', '354', '', '38\\d{7}|[678]\\d{6}', '38\\d{7}|[4-9]\\d{6}'],
	['IE', 'Ireland', '353', '0', '8\\d{8}', '[1-9]\\d{6,8}'],
	// Numbers of fixed lines keep their 0 after the country code.
	['IT', 'Italy', '39', '', '3\\d{8,9}|43\\d{8}', '0\\d{5,10}|3\\d{8,9}|43\\d{8}'],
	['KZ', 'Kazakhstan', '7', '8', '7\\d{9}', '[3-9]\\d{9}'],
	['KG', 'Kyrgyzstan', '996', '0', '[2-9]\\d{8}'],
	['LV', 'Latvia', '371', '', '2\\d{7}', '[2689]\\d{7}'],
	['LI', 'Liechtenstein', '423', '0', '6\\d{8}|7\\d{6}', '6\\d{8}|[237]\\d{6}'],
	['LT', 'Lithuania', '370', '0 8', '6\\d{7}', '[3-9]\\d{7}'],
	['LU', 'Luxembourg', '352', '', '6\\d{8}', '[2-9]\\d{5,10}'],
	['MT', 'Malta', '356', '', '[79]\\d{7}', '[279]\\d{7}'],
	['MD', 'Moldova', '373', '0', '[5-7]\\d{7}', '[2-9]\\d{7}'],
	['NL', 'Netherlands', '31', '0', '6\\d{8}|970\\d{8}', '[1-9]\\d{8}|970\\d{8}'],
	['NO', 'Norway', '47', '', '[49]\\d{7}', '[2-9]\\d{7}'],
	['PY', 'Paraguay', '595', '0', '9\\d{8}', '[2-9]\\d{8}'],
	['PE', 'Peru', '51', '0', '9\\d{8}', '[14-9]\\d{7,8}'],
	['PL', 'Poland', '48', '', '[2-8]\\d{8}', '[1-9]\\d{8}'],
	['PT', 'Portugal', '351', '', '9\\d{8}|6[0356]\\d{7}|1693\\d{5}', '[1-36-9]\\d{8}'],
	['RO', 'Romania', '40', '0', '[67]\\d{8}', '[2-9]\\d{8}'],
	['RU', 'Russia', '7', '8', '9\\d{9}', '[3-9]\\d{9}'],
	['SK', 'Slovakia', '421', '0', '9\\d{8}', '[2-9]\\d{8}'],
	['SI', 'Slovenia', '386', '0', '[3-7]\\d{7}', '[1-7]\\d{7}'],
	['ES', 'Spain', '34', '', '[67]\\d{8}|(9690|9739|590\\d)\\d{5}', '[5-9]\\d{8}|400\\d{6}'],
	['SR', 'Suriname', '597', '0', '[678]\\d{6}', '[2-8]\\d{6}'],
	['SE', 'Sweden', '46', '0', '7\\d{8}', '[1-9]\\d{6,8}'],
	['CH', 'Switzerland', '41', '0', '[67]\\d{8}', '[2-9]\\d{8}'],
	['TJ', 'Tajikistan', '992', '8', '[1-9]\\d{8}'],
	['TR', 'Turkey', '90', '0', '5\\d{9}', '[2-58]\\d{9}'],
	['TM', 'Turkmenistan', '993', '8', '[67]\\d{7}', '[1-7]\\d{7}'],
	['UA', 'Ukraine', '380', '0 80', '[3-9]\\d{8}'],
	['GB', 'United Kingdom', '44', '0', '7\\d{9}', '[1-357-9]\\d{8,9}'],
	['UY', 'Uruguay', '598', '0', '9\\d{7}', '[249]\\d{7}'],
	['UZ', 'Uzbekistan', '998', '8 0', '[2-9]\\d{8}'],
	['VE', 'Venezuela', '58', '0', '4\\d{9}', '[24]\\d{9}'],
];

export const COUNTRIES: readonly Country[] = ROWS.map(
	([iso, name, code, trunks, mobile, complete = mobile]) => ({
		iso,
		name,
		callingCode: code,
		trunks: trunks.split(' ').map((trunk) => new RegExp(`^${trunk}`)),
		mobile: new RegExp(`^(${mobile})$`),
		complete: new RegExp(`^(${complete})$`),
	}),
);

export const countryOf = (iso: string | undefined): Country | undefined =>
	COUNTRIES.find((country) => country.iso === iso);

/** The digits as they are, and without the prefix that is dialled at home. */
const readings = (digits: string, { trunks }: Country): string[] => [
	digits,
	...trunks.map((trunk) => digits.replace(trunk, '')),
];

/** International digits; undefined for what is no number of the country. */
export function fromHome(digits: string, country: Country): string | undefined {
	const number = readings(digits, country).find((reading) => country.complete.test(reading));
	return number === undefined ? undefined : country.callingCode + number;
}

/**
 * What international digits are meant to be: without a prefix that is dialled at home, as in +380 067 ..., or a 0 too
 * many, as in +994 050 ... Undefined for what is no number of any country.
 */
export function meantBy(digits: string): string | undefined {
	const withoutPrefix = COUNTRIES.filter(({ callingCode: code }) => digits.startsWith(code))
		.map((country) => fromHome(digits.slice(country.callingCode.length), country))
		.find((number) => number !== digits);
	const code = callingCode(digits)?.code ?? '';
	const withoutZero = digits.replace(new RegExp(`^${code}0`), code);
	return withoutPrefix ?? asInternational(digits) ?? asInternational(withoutZero);
}

export const isMobileAtHome = (digits: string, country: Country): boolean =>
	readings(digits, country).some((reading) => country.mobile.test(reading));

export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None', value: '', description: 'Refuse numbers without a country code' },
		...COUNTRIES.map(({ iso, name, callingCode }) => ({
			name: `${name} (+${callingCode})`,
			value: iso,
		})),
	],
	default: '',
	description:
		"Country in which to read a 'Recipient' written without country code, such as (51) 99876-5432 or 0170 1234567. None refuses such numbers, except those with one meaning, such as 8 701 123 45 67.",
};

/** A country by its ISO code. @throws Refusal for any other */
export function country(value: unknown): Country {
	const found = COUNTRIES.find(({ iso }) => iso === value);
	if (found) return found;
	throw new Refusal(
		`cannot be ${quote(value)}`,
		`Use one of: ${COUNTRIES.map(({ iso }) => iso).join(', ')}. Write numbers of other countries with a plus and their country code.`,
	);
}
