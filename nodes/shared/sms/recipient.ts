import { isEmpty, quote } from '../operation/parse';
import { Refusal } from '../operation/refusal';
import { PHONE_REFUSALS } from './phoneRefusals';
import { phoneText } from './phoneText';

/** The limits of ITU-T E.164, with the least digits that a number with its country code has. */
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/** No number is written this long; a list of them, or a text in the wrong field, is. */
const MAX_CHARACTERS = 100;

const COUNTRY_CODE_HINT =
	'Put the country code in front, such as 7 (Kazakhstan), 380 (Ukraine), 55 (Brazil) or 49 (Germany).';

/**
 * A phone number as the service wants it: international, 8 to 15 digits, nothing else.
 *
 * Taken: numbers, and texts with a leading `+` or `00`, spaces, brackets, dashes, dots, slashes, marks
 * copied from contacts or spreadsheets, digits of other scripts, `tel:`, and the `.0` that a numeric
 * column adds.
 *
 * The trunk form of Kazakhstan and Russia, 11 digits that begin with 87 or 89, becomes 77... or 79....
 * Nothing else can be meant: country codes that begin with 87 (870 and 878, satellite and personal
 * numbers) have 12 or 15 digits, and none begins with 89. A number with `+` or `00` is left as it is.
 *
 * @throws Refusal for everything that is not one number, or not clearly an international one
 */
export function recipient(value: unknown): string {
	const text = phoneText(asText(value));
	if (text === '') throw new Refusal('is empty', 'Enter a phone number in international form.');
	if (text.length > MAX_CHARACTERS) throw tooLong(`${text.length} characters`, value);
	for (const { when, what, hint } of PHONE_REFUSALS) {
		if (when.test(text)) throw new Refusal(`${what}: ${quote(value)}`, hint);
	}
	return international(text.replace(/[^\d+]/g, ''), value);
}

function asText(value: unknown): string {
	if (isEmpty(value)) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	const kind = Array.isArray(value)
		? 'a list'
		: typeof value === 'object'
			? 'an object'
			: typeof value;
	throw new Refusal(
		`is not a phone number but ${kind}`,
		'Use text or a number, one recipient an item.',
	);
}

/** `dialled` is digits, perhaps after a plus. */
function international(dialled: string, value: unknown): string {
	if (/^8[79]\d{9}$/.test(dialled)) return `7${dialled.slice(1)}`;
	const digits = dialled.replace(/^(\+|00)/, '');
	if (digits.startsWith('0')) {
		throw new Refusal(`is in national form: ${quote(value)}`, COUNTRY_CODE_HINT);
	}
	if (digits.length < MIN_DIGITS) {
		throw new Refusal(`is too short (${digits.length} digits): ${quote(value)}`, COUNTRY_CODE_HINT);
	}
	if (digits.length > MAX_DIGITS) throw tooLong(`${digits.length} digits`, value);
	return digits;
}

const tooLong = (size: string, value: unknown) =>
	new Refusal(
		`is too long (${size}): ${quote(value)}`,
		`An international number has at most ${MAX_DIGITS} digits. Use one item for each recipient.`,
	);
