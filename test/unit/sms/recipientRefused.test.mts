import { Refusal } from '../../../nodes/shared/input/refusal';
import { recipient } from '../../../nodes/Message/sms/recipient';

const refusalOf = (value: unknown): Refusal => {
	try {
		recipient(value);
	} catch (thrown) {
		if (thrown instanceof Refusal) return thrown;
	}
	throw new Error('was not refused');
};

describe('values that are refused, by the reason', () => {
	it.each<[string, unknown[]]>([
		['is empty', ['', ' \t\n', null, undefined, '\u200b', "'"]],
		['is not a phone number but boolean', [true, false]],
		['is not a phone number but an object', [{ number: 1 }, new Date()]],
		['is not a phone number but a list', [['77011234567'], []]],
		['is in scientific notation', ['7.70123E+10', '7,70123E+10', '7e10', 7.7e30, '+7.7e+10']],
		[
			'has an extension',
			['+7 701 1234567 ext 5', '77011234567x5', '77011234567#5', '77011234567 доб. 5'],
		],
		['has an extension', ['tel:+77011234567;ext=5']],
		['holds letters', ['Aliya', '+7 7O1 1234567', '+7701CALLNOW', NaN, Infinity, '77О11234567']],
		[
			'holds several numbers',
			[
				...[',', '; ', '\n', ' / ', '|'].map((between) => `77011234567${between}77011234568`),
				...['77011234567/68', '7701 123 45 67/68', '77011234567,0'],
			],
		],
		['is a negative number', [-77011234567, '-77011234567', '\u221277011234567']],
		['has decimals', [77011234567.5, '77011234567.25', '77011234567.00']],
		['has a zero in brackets', ['+44 (0)20 7946 0018', '+44 ( 0 ) 20 7946 0018']],
		['has a plus inside', ['7701+1234567', '++77011234567', '+77011234567 +77011234568']],
		[
			'holds a sign',
			['*100#77011234567*', '7_701_123_45_67', '{77011234567}', '77011234567 😀', '77011234567²'],
		],
		['is in national form', ['0701234567', '0 30 12345678', '00077011234567', '+077011234567']],
		['is too short (7 digits)', ['1234567', 1234567, '+123-45-67']],
		['is too short (0 digits)', ['-', '+', '()']],
		['is too long (16 digits)', ['1234567890123456', '001234567890123456']],
		['is too long (22 digits)', ['77011234567 77011234568']],
		['is too long (101 characters)', [`7701${' '.repeat(90)}1234567`]],
	])('%s', (reason, values) => {
		for (const value of values) {
			const { message, hint } = refusalOf(value);
			expect(message).toContain(reason);
			expect(hint).toMatch(/^[A-Z].*\.$/);
			expect(`${message} ${hint}`).not.toMatch(/error|problem|fail|mistake/i);
		}
	});

	it('names the country codes of the service to who leaves one out', () => {
		expect(refusalOf('0701234567').hint).toMatch(/ 7 .* 380 .* 55 .* 49 /);
	});

	it('quotes no more than 40 characters', () => {
		const { message } = refusalOf('x'.repeat(99));
		expect(message).toContain('x'.repeat(40));
		expect(message).not.toContain('x'.repeat(41));
	});

	it('refuses a huge text by its length, before any pattern looks at it', () => {
		for (const unit of ['1', ' ', '1 ', '+', '1)', '/']) {
			expect(refusalOf(`7${unit.repeat(1_000_000)}!`).message).toContain('is too long (');
		}
	});
});
