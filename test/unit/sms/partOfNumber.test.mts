import { partOfNumber } from '../../../nodes/Message/sms/partOfNumber';

it.each([
	['7701', '7701'],
	[7701, '7701'],
	['+7 (701)', '7701'],
	['8 (701) 123-45-67', '77011234567'],
	['89161234567', '79161234567'],
	['8701', '8701'],
	['0049 170 1234567', '491701234567'],
	['0170 1234567', '1701234567'],
	['(51) 99876-5432', '51998765432'],
	['[701] 123', '701123'],
	['030/1234567', '301234567'],
	['0112', '0112'],
	['00112', '00112'],
	['\u0667\u0667\u0660\u0661', '7701'],
])('%j is looked for as %s', (given, expected) => {
	expect(partOfNumber(given)).toBe(expected);
});

it.each(['Anna', '7701,7702', '7701;7702', '+', '77*'])('%j is refused', (given) => {
	expect(() => partOfNumber(given)).toThrow('is not a number or a part of one');
});
