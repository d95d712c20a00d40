import fc from 'fast-check';
import { getCountries, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import metadata from 'libphonenumber-js/max/metadata';

import { recipient } from '../../../nodes/Message/sms/recipient';

const numbers = getCountries()
	.map((country) => getExampleNumber(country, examples))
	.filter((number): number is PhoneNumber => number !== undefined);

const digitsOf = (number: PhoneNumber): string => number.number.slice(1);

const usual = numbers.filter((number) => digitsOf(number).length >= 8);

it('takes an example number of every country, in every form of the library', () => {
	expect(usual.length).toBeGreaterThan(240);
	for (const number of usual) {
		const digits = digitsOf(number);
		const international = number.format('INTERNATIONAL');
		const forms = [number.number, international, number.format('RFC3966'), `00${digits}`, digits];
		expect([number.country, ...forms.map((form) => recipient(form))]).toEqual([
			number.country,
			...forms.map(() => digits),
		]);
	}
});

it('refuses, of all countries, only two islands with numbers of 7 digits', () => {
	// Taking 7 digits would take every local number that lacks its country code.
	const short = numbers.filter((number) => digitsOf(number).length < 8);
	expect(short.map((number) => number.country).sort()).toEqual(['TA', 'TK']);
	for (const number of short)
		expect(() => recipient(number.number)).toThrow('too short (7 digits)');
});

it('rewrites 87 and 89 only where no international number can be meant', () => {
	const codes = Object.keys(metadata.country_calling_codes).concat(
		Object.keys(metadata.nonGeographic ?? {}),
	);
	expect(codes).toEqual(expect.arrayContaining(['7', '880', '870', '878']));
	expect(codes.filter((code) => /^8[79]/.test(code)).sort()).toEqual(['870', '878']);
	// No number of 11 digits: 8 after the code.
	const [satellite, personal] = ['870', '878'].map((code) =>
		JSON.stringify(metadata.nonGeographic?.[code]?.[3]),
	);
	expect([satellite, personal]).toEqual(['[9,12]', '[12]']);
});

it('gives the same digits however they are spaced', () => {
	const separator = fc.constantFrom(
		'',
		' ',
		'-',
		'.',
		'\u00a0',
		') ',
		' (',
		'\u200e',
		'\u2013',
		'\t',
	);
	fc.assert(
		fc.property(
			fc.constantFrom(...usual),
			fc.constantFrom('+', '00', '\u202a+', "'+", 'tel:+'),
			fc.array(separator, { minLength: 16, maxLength: 16 }),
			(number, prefix, separators) => {
				const digits = digitsOf(number);
				const spaced = [...digits].map((digit, index) => digit + separators[index]).join('');
				// What looks like a spreadsheet's decimals is not a separator.
				fc.pre(!/^[+]?\d{8,}\.\d+$/.test(spaced) && !/\(\s*0\s*\)/.test(spaced));
				expect(recipient(prefix + spaced)).toBe(digits);
			},
		),
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
