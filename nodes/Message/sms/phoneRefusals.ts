import { plural, quote, Refusal } from '../../shared/input/parse';
import { asInternational, callingCode, fromHome, type Country } from './countries';

/**
 * Texts that are not one phone number, in the order in which they are looked for. `phoneText` has been applied to the text.
 * A guess could reach a stranger, and would be billed. `isSeveral`: behind the hint comes how the field takes several.
 */
export const PHONE_REFUSALS: ReadonlyArray<{
	when: RegExp;
	what: string;
	hint?: string;
	isSeveral?: true;
}> = [
	{
		when: /^\+?\d+([.,]\d+)?e[+-]?\d+$/i,
		what: 'is in scientific notation',
		hint: 'Format the column as text in the spreadsheet, so that no digit is lost.',
	},
	{
		when: /\d[\s)]*(([,;]\s*)?(ext|extension|доб)[.=:\s]*|[x#]\s*)\d+$/i,
		what: 'has an extension',
		hint: 'An SMS goes to a mobile number. Give it without an extension.',
	},
	{
		when: /\p{L}/u,
		what: 'has letters',
		hint: 'Use the number alone, in digits, such as 77011234567.',
	},
	{
		when: /^\+?(\d{8,}\.\d+|\d[\d\s]{7,},00?)$/,
		what: 'has decimals',
		hint: 'Format the column as text in the spreadsheet.',
	},
	{
		// A slash may stand behind an area code (49 30/123456, 0171 / 1234567), but not behind a whole number.
		when: /[,;|&\n\r\u2028\u2029]|^[^+(0].*(\s\/|\/\s)|^\D*(\d\D*){8,}\//,
		what: 'has several numbers',
		isSeveral: true,
	},
	{
		when: /^-\s*\d+(\.\d+)?$/,
		what: 'is a negative number',
		hint: 'Use the number in digits, such as 77011234567.',
	},
	{
		when: /\(\s*0\s*\)/,
		what: 'has a zero in brackets',
		hint: 'Leave out the (0): it is not dialled after a country code.',
	},
	{
		when: /^[^\d+]*[\d+][^+]*\+/,
		what: 'has a plus inside',
		hint: 'A plus can only stand before the country code.',
		isSeveral: true,
	},
	{
		when: /[^\d\s+().[\]/-]/,
		what: 'has a character that is not part of a phone number',
		hint: 'Use the number alone, in digits, such as 77011234567.',
	},
];

const COUNTRY_CODE_HINT =
	'Put a plus and the country code in front, such as +7 (Kazakhstan), +380 (Ukraine), +55 (Brazil) or +49 (Germany)';

/** Refuses a number that fits several countries or none; says what it could be. */
export function nationalRefusal(
	digits: string,
	isLocal: boolean,
	homes: { chosen?: Country; server?: Country },
	value: unknown,
): Refusal {
	if (!isLocal && digits.length < 8) return tooShort(digits, value);
	const { chosen, server } = homes;
	// No country has the code 8: 8 (495) 123-45-67 is not of Vietnam.
	const abroad = isLocal && digits.startsWith('8') ? undefined : asInternational(digits);
	const readings = [
		...(abroad ? [`+${abroad}`] : []),
		...[...new Set([chosen, server])].flatMap((country) => {
			const number = country && fromHome(digits, country);
			return number && number !== abroad ? [`+${number} (${country.name})`] : [];
		}),
	];
	const what =
		readings.length > 1
			? `could be ${readings.join(' or ')}`
			: isLocal
				? 'is in national form'
				: 'is not a complete international number';
	return new Refusal(
		`${what}: ${quote(value)}`,
		[
			readings.length === 1 && `It could be ${readings[0]}.`,
			lengthHint(digits, isLocal),
			advice(chosen),
		]
			.filter(Boolean)
			.join(' '),
	);
}

function lengthHint(digits: string, isLocal: boolean): string {
	const found = isLocal ? undefined : callingCode(digits);
	if (!found || asInternational(digits)) return '';
	const { code, least, most } = found;
	const [from, to] = [least + code.length, most + code.length];
	const range = from === to ? `${from}` : `${from} to ${to}`;
	return `Numbers with the country code ${code} have ${range} digits, this has ${digits.length}.`;
}

const advice = (chosen: Country | undefined): string =>
	chosen
		? `It is not clearly a number of ${chosen.name}. ${COUNTRY_CODE_HINT}.`
		: `${COUNTRY_CODE_HINT}, or add Default Country, and choose the country of such numbers.`;

/** @param isAbroad it was written with a plus or 00, so digits are missing and not the country code */
export function tooShort(digits: string, value: unknown, isAbroad = false): Refusal {
	const hint = isAbroad
		? ['Digits are missing.', lengthHint(digits, false)].filter(Boolean).join(' ')
		: `${COUNTRY_CODE_HINT}.`;
	return new Refusal(`is too short (${plural(digits.length, 'digit')}): ${quote(value)}`, hint);
}

/** @param size such as "16 digits" */
export const tooLong = (size: string, value: unknown, several: string): Refusal =>
	new Refusal(
		`is too long (${size}): ${quote(value)}`,
		`An international number has at most 15 digits. ${several}`,
	);
