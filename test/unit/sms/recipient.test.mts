import fc from '../../fc.mts';
import { getCountries, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

import { partOfNumber } from '../../../nodes/Message/criteria';
import { recipient } from '../../../nodes/Message/sms/recipient';
import { Refusal } from '../../../nodes/shared/input/parse';

const digitsOf = (number: PhoneNumber): string => number.number.slice(1);

/** All but those of two islands, which have 7 digits, as every local number of others has. */
const usual = getCountries()
	.map((country) => getExampleNumber(country, examples))
	.filter((number) => number !== undefined)
	.filter((number) => digitsOf(number).length >= 8);

const refusalOf = (value: unknown): Refusal => {
	try {
		recipient(value);
	} catch (thrown) {
		if (thrown instanceof Refusal) return thrown;
	}
	throw new Error('was not refused');
};

it('takes an example number of every country, in every form of the library, and as a number', () => {
	expect(usual.length).toBeGreaterThan(240);
	for (const number of usual) {
		const digits = digitsOf(number);
		const forms = [
			...[number.number, number.format('INTERNATIONAL'), number.format('RFC3966'), `00${digits}`],
			...[digits, Number(digits), BigInt(digits), `${digits}.0`],
			`(+${digits.slice(0, 2)})${digits.slice(2)}`,
		];
		expect(forms.map((form) => recipient(form))).toEqual(forms.map(() => digits));
	}
});

it('gives the same digits however they are spaced, marked, and in whatever script', () => {
	const between = fc.constantFrom(
		...['', ' ', '-', '.', ') ', ' (', '] ', '[', '\t', '\u00a0', '\u2009', '\u202f', '\u200b'],
		...['\u00ad', '\u200e', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'],
		...['\ufe63', '\uff0d'],
	);
	const prefix = fc.constantFrom(
		...['+', '00', '\u202a+', "'+", '\u2019+', '\u201800', 'tel:+', 'TEL: +', ' +', '\uff0b'],
	);
	const suffix = fc.constantFrom('', ' ', '\r\n', '\u202c\ufeff');
	const script = fc.constantFrom(0x30, 0x660, 0x6f0, 0xff10);
	const marks = fc.array(between, { minLength: 16, maxLength: 16 });
	fc.assert(
		fc.property(
			...[fc.constantFrom(...usual), prefix, marks, suffix, script],
			(number, begin, separators, end, zero) => {
				const digits = digitsOf(number);
				const shown = [...digits].map((digit) => String.fromCodePoint(zero + Number(digit)));
				const spaced = shown.map((digit, index) => digit + separators[index]).join('');
				// What looks like a spreadsheet's decimals, or a zero in brackets, is no separator.
				fc.pre(!/^[+]?\p{N}{8,}\.\p{N}+$/u.test(spaced));
				fc.pre(!/[([]\s*[0٠۰０]\s*[)\]]/.test(spaced));
				expect(recipient(begin + spaced + end)).toBe(digits);
			},
		),
		{ numRuns: 400 },
	);
});

it('gives 8 to 15 digits, never beginning with 0, or refuses by name', () => {
	const sign = fc.constantFrom(...'0123456789+-() ./e,xX#,\u0660\uff11\u200b\n');
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: sign }), fc.string(), fc.anything()), (value) => {
			try {
				expect(recipient(value)).toMatch(/^[1-9]\d{7,14}$/);
			} catch (thrown) {
				expect(thrown).toMatchObject({ name: 'Refusal', hint: expect.any(String) });
			}
		}),
		{ numRuns: 3000 },
	);
});

it.each([
	['the trunk form of Kazakhstan', '8 (701) 123-45-67', '77011234567'],
	['the trunk form of Russia', '8 916 123-45-67', '79161234567'],
	['a satellite number, which also begins with 87', '870773123456', '870773123456'],
	['a slash after an area code', '+49 30/12345678', '493012345678'],
	['one with spaces, as in Germany and Austria', '+49 171 / 1234567', '491711234567'],
	['a number that is longer than those known', '+9945012345678', '9945012345678'],
	['a number as the lead forms of Meta export it', 'p:+77011234567', '77011234567'],
	['the only number of a list', '+7 701 123 45 67; ', '77011234567'],
	['the longest number', '878101234567890', '878101234567890'],
])('takes %s', (_, value, expected) => {
	expect(recipient(value)).toBe(expected);
});

const several = [',', '; ', '\n', ' / ', '|'].map((sign) => `77011234567${sign}77011234568`);

it.each<[reason: string, values: unknown[]]>([
	['is empty', ['', ' \t\n', null, undefined, '\u200b', "'"]],
	['is not a phone number but boolean', [true, false]],
	['is not a phone number but an object', [{ number: 1 }, new Date()]],
	['is not a phone number but a list', [['77011234567'], []]],
	['is in scientific notation', ['7.70123E+10', '7,70123E+10', '7e10', 7.7e30, '+7.7e+10']],
	['has an extension', ['+7 701 1234567 ext 5', '77011234567x5', '77011234567#5']],
	['has an extension', ['77011234567 доб. 5', 'tel:+77011234567;ext=5']],
	['has letters', ['Aliya', '+7 7O1 1234567', '+7701CALLNOW', NaN, Infinity, '77О11234567']],
	[
		'has several numbers',
		[...several, '77011234567/68', '7701 123 45 67/68', '77011234567,68', '77011234567,,'],
	],
	['has several numbers', ['+49 171/1234567/8', '+49 171 / 1234567 / 8', '12345 / 12346']],
	['is a negative number', [-77011234567, '-77011234567', '\u221277011234567']],
	['has decimals', [77011234567.5, '77011234567.25', '77011234567.00']],
	['has decimals', ['77011234567,0', '77\u00a0011\u00a0234\u00a0567,00']],
	['has a zero in brackets', ['+44 (0)20 7946 0018', '+44 ( 0 ) 20 7946 0018']],
	['has a plus inside', ['7701+1234567', '++77011234567', '+77011234567 +77011234568']],
	['has a character', ['*100#77011234567*', '7_701_123_45_67', '{77011234567}', '77011234567 😀']],
	['has a character', ['77011234567²']],
	['is in national form', ['0701234567', '0 30 12345678', '00077011234567', '+077011234567']],
	['is too short (7 digits)', ['1234567', 1234567, '+123-45-67']],
	['is too short (0 digits)', ['-', '+', '()']],
	['is too long (16 digits)', ['1234567890123456', '001234567890123456']],
	['is too long (101 characters)', [`7701${' '.repeat(90)}1234567`]],
	// By its length, before any pattern looks at it.
	['is too long (', ['1', ' ', '1 ', '+', '1)', '/'].map((unit) => `7${unit.repeat(1_000_000)}!`)],
])('refuses what %s', (reason, values) => {
	for (const value of values) {
		const { message, hint } = refusalOf(value);
		expect(message).toContain(reason);
		// No more than 40 characters of it are quoted.
		expect(message.length).toBeLessThan(100);
		expect(hint).toMatch(/^[A-Z].*\.$/);
		expect(`${message} ${hint}`).not.toMatch(/error|problem|fail|mistake/i);
	}
});

it('names the country codes of the service to who leaves one out', () => {
	expect(refusalOf('0701234567').hint).toMatch(/ \+7 .* \+380 .* \+55 .* \+49 /);
});

it.each([
	['+7 701 555', ' Numbers with the country code 7 have 11 digits, this has 7.'],
	['0049 170 1', ' Numbers with the country code 49 have 7 to 17 digits, this has 6.'],
])('%s has its country code: what is missing are digits', (value, hint) => {
	expect(refusalOf(value).hint).toBe(`Digits are missing.${hint}`);
});

it.each([
	[7701, '7701'],
	['+7 (701)', '7701'],
	['8 (701) 123-45-67', '77011234567'],
	['8 (701)', '701'],
	['8 (495) 123-45-67', '4951234567'],
	['+380 (067) 123-45-67', '380671234567'],
	['+994 (050) 123-45-67', '994501234567'],
	['0049 170 1234567', '491701234567'],
	['0170 1234567', '1701234567'],
	['(51) 99876-5432', '51998765432'],
	['[701] 123', '701123'],
	['0112', '0112'],
	['00112', '00112'],
	['\u0667\u0667\u0660\u0661', '7701'],
])('part of a number: %j is looked for as %s', (given, expected) => {
	expect(partOfNumber(given)).toBe(expected);
});

it.each(['Anna', '7701,7702', '7701;7702', '+', '77*'])('%j is no part of a number', (given) => {
	expect(() => partOfNumber(given)).toThrow('is not a number or a part of one');
});
