import { quote, text } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';
import { phoneText } from './recipient';

/**
 * criteria[to]: a recipient's number or a part of it, in digits. The service stores international digits,
 * so a prefix (`00`, `0` of an area code, `8` of Kazakhstan and Russia) would never be found. It is removed
 * from numbers that are long enough to be complete.
 *
 * @throws Refusal for what is not digits
 */
export function partOfNumber(value: unknown): string {
	const given = text({ max: 40 })(value);
	const digits = phoneText(given).replace(/[\s()[\]+./-]/g, '');
	if (!/^\d+$/.test(digits)) {
		throw new Refusal(
			`is not a number or a part of one: ${quote(given)}`,
			'Use digits, one number only.',
		);
	}
	if (/^8[79]\d{9}$/.test(digits)) return `7${digits.slice(1)}`;
	return digits.replace(/^0{1,2}(?=[1-9]\d{7})/, '');
}
