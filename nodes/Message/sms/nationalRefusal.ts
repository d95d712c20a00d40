import { quote } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';
import { asInternational, callingCode } from './callingCodes';
import { fromHome, type Country } from './countries';

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
	const abroad = asInternational(digits);
	const readings = [
		...(abroad ? [`+${abroad}`] : []),
		...[...new Set([chosen, server])].flatMap((country) => inCountry(digits, country, abroad)),
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

function inCountry(digits: string, country: Country | undefined, abroad?: string): string[] {
	const number = country && fromHome(digits, country);
	return number && number !== abroad ? [`+${number} (${country.name})`] : [];
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
		: `${COUNTRY_CODE_HINT}, or choose the country of such numbers as Default Country.`;

/** @param isAbroad it was written with a plus or 00, so digits are missing and not the country code */
export function tooShort(digits: string, value: unknown, isAbroad = false): Refusal {
	const hint = isAbroad
		? ['Digits are missing.', lengthHint(digits, false)].filter(Boolean).join(' ')
		: `${COUNTRY_CODE_HINT}.`;
	return new Refusal(`is too short (${digits.length} digits): ${quote(value)}`, hint);
}

export const tooLong = (size: string, value: unknown): Refusal =>
	new Refusal(
		`is too long (${size}): ${quote(value)}`,
		'An international number has at most 15 digits. Use one item for each recipient.',
	);
