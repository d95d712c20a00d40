import { recipient } from '../../../nodes/Message/sms/recipient';

const NUMBER = '77011234567';

describe('one number, written in many ways', () => {
	it.each<[string, unknown]>([
		['digits', '77011234567'],
		['a number', 77011234567],
		['a bigint', 77011234567n],
		['a plus', '+77011234567'],
		['a double zero', '0077011234567'],
		['spaces, brackets and dashes', ' +7 (701) 123-45-67 '],
		['a bracketed country code', '(+7) 701 123 45 67'],
		['square brackets and dots', '+7.[701].123.45.67'],
		['no-break, thin and narrow spaces', '+7\u00a0701\u2009123\u202f45 67'],
		['tabs', '\t7701\t1234567\t'],
		['dashes of every kind', '7\u2010701\u2011123\u201245\u20136\u2014\u2212\ufe63\uff0d7'],
		['a line break at the end', '+77011234567\r\n'],
		['an apostrophe', "'77011234567"],
		['a curly apostrophe and a plus', '\u2019+77011234567'],
		['marks of a copied contact', '\u202a+7 701 123\u200b 4567\u202c\ufeff'],
		['a soft hyphen', '7701\u00ad1234567'],
		[
			'full-width digits',
			'\uff0b\uff17\uff17\uff10\uff11\uff11\uff12\uff13\uff14\uff15\uff16\uff17',
		],
		['Arabic-Indic digits', '\u0667\u0667\u0660\u0661\u0661\u0662\u0663\u0664\u0665\u0666\u0667'],
		['Persian digits', '\u06f7\u06f7\u06f0\u06f1\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7'],
		['a link', 'tel:+7-701-123-45-67'],
		['the .0 of a numeric column', '77011234567.0'],
		['the trunk form of Kazakhstan', '8 (701) 123-45-67'],
		['the trunk form as a number', 87011234567],
	])('takes %s', (_, value) => {
		expect(recipient(value)).toBe(NUMBER);
	});

	it.each([
		['the trunk form of Russia', '8 916 123-45-67', '79161234567'],
		['a satellite number, which also begins with 87', '870773123456', '870773123456'],
		['11 digits after a plus as they are', '+87011234567', '87011234567'],
		['11 digits after 00 as they are', '0087011234567', '87011234567'],
		['a slash after an area code', '+49 30/12345678', '493012345678'],
		['the shortest number', '29051234', '29051234'],
		['the longest number', '878101234567890', '878101234567890'],
	])('takes %s', (_, value, expected) => {
		expect(recipient(value)).toBe(expected);
	});
});
