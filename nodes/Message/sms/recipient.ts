import type { ItemParameters } from '../../shared/input/itemParameters';
import { isEmpty, kindOf, plainText, quote, Refusal } from '../../shared/input/parse';
import {
	asInternational,
	country,
	countryOf,
	fromHome,
	isMobileAtHome,
	meantBy,
	type Country,
} from './countries';
import { nationalRefusal, PHONE_REFUSALS, tooLong, tooShort } from './phoneRefusals';

/** The limits of ITU-T E.164, with the least digits that a number with its country code has. */
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/** A longer text is a list of numbers, or text in the wrong field. */
const MAX_CHARACTERS = 100;

const ONE_EACH = 'Use one item for each recipient, for instance with the Split Out node.';

export interface Homes {
	/** The user's choice, in which national numbers are read. */
	chosen?: Country;
	/** That of the credential's server: what may be a number of it is not read as one of another country. */
	server?: Country;
}

/**
 * In international digits.
 *
 * @param path of the parameter with the default country
 * @throws Refusal
 */
export function readRecipient(item: ItemParameters, path: string): string {
	const homes = homesOf(item, path);
	return item.required('recipient', (value) => recipient(value, homes));
}

/** The countries whose national numbers are understood. @throws Refusal */
export const homesOf = (item: ItemParameters, path: string): Homes => ({
	chosen: item.describing(path, country),
	server: countryOf(item.serverCountry),
});

/**
 * 8 to 15 international digits.
 *
 * Accepted: numbers, and texts with a leading `+` or `00`, separators, marks copied from contacts or
 * spreadsheets, digits of other scripts, `tel:` or `p:`, and the `.0` of a numeric column. Digits alone are
 * international, unless they may be a number of one of the `homes`.
 *
 * @param several how the field takes several numbers
 * @throws Refusal for everything that is not one number, or not clearly one of one country
 */
export function recipient(value: unknown, homes: Homes = {}, several = ONE_EACH): string {
	const text = phoneText(asText(value));
	if (text === '') throw new Refusal('is empty', 'Enter a phone number in international form.');
	if (text.length > MAX_CHARACTERS) throw tooLong(`${text.length} characters`, value, several);
	for (const { when, what, hint, isSeveral } of PHONE_REFUSALS) {
		if (!when.test(text)) continue;
		const advice = [hint, isSeveral && several].filter(Boolean).join(' ');
		throw new Refusal(`${what}: ${quote(value)}`, advice);
	}
	const dialled = text.replace(/[^\d+]/g, '');
	const digits = dialled.replace(/^(\+|00)/, '');
	if (digits.length > MAX_DIGITS) throw tooLong(`${digits.length} digits`, value, several);
	const isAbroad = digits !== dialled;
	// A bracket holds an area code: (51) 99876-5432 is not of Peru. An 8 that stands alone is dialled at home:
	// 8 (495) 123-45-67 is not of Vietnam. 8 701 and 8 916 have one meaning only.
	const isLocal = /^[^\d+]*([([]\s*\d|8[^\d+]+[0-68])/.test(text) || digits.startsWith('0');
	const number = isAbroad ? digits : withoutPlus(digits, isLocal, homes);
	if (number === undefined || number.startsWith('0'))
		throw nationalRefusal(digits, isLocal, homes, value);
	if (number.length < MIN_DIGITS) throw tooShort(number, value, isAbroad);
	// Also +8 701 ... and +8 916 ..., the forms that are dialled in Kazakhstan and Russia: no country code fits them.
	const meant = meantBy(number) ?? number;
	if (meant === number) return number;
	throw new Refusal(
		`has a prefix that is only dialled at home: ${quote(value)}`,
		`Write +${meant}.`,
	);
}

function asText(value: unknown): string {
	if (isEmpty(value)) return '';
	if (['string', 'number', 'bigint'].includes(typeof value)) return String(value);
	throw new Refusal(
		`is not a phone number but ${kindOf(value)}`,
		'Use text or a number, one recipient per item.',
	);
}

/** @returns undefined for what is or may be a national number, if no country was chosen for it */
function withoutPlus(
	digits: string,
	isLocal: boolean,
	{ chosen, server }: Homes,
): string | undefined {
	const atHome = chosen && fromHome(digits, chosen);
	const abroad = asInternational(digits);
	if (isLocal || abroad === undefined) return atHome;
	if (chosen && isMobileAtHome(digits, chosen)) return atHome;
	const isOfServer = server && isMobileAtHome(digits, server);
	if (isOfServer && fromHome(digits, server) !== abroad) return atHome;
	// As dialled in Kazakhstan, which is a number of no other country in the list.
	const isCertain = /^87[0-8]\d{8}$/.test(digits);
	if (atHome === undefined || atHome === abroad || isCertain) return abroad;
	// The country code of the chosen country is no area code in it.
	return chosen && abroad.startsWith(chosen.callingCode) ? abroad : undefined;
}

/**
 * Plain ASCII, without `tel:`, the `p:` of Meta's lead forms, the comma behind the only number of a list, and the `.0` of a
 * numeric column. Line breaks stay: they part several numbers.
 */
export const phoneText = (text: string): string =>
	plainText(text)
		.replace(/^(tel|p):\s*/i, '')
		.replace(/[,;]$/, '')
		.replace(/^(\+?\d{8,})\.0$/, '$1');
