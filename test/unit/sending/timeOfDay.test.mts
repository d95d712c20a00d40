import fc from '../../fc.mts';

import { timeOfDay } from '../../../nodes/Message/hours/allowedHoursField';

test.each([
	...[9, '9', '09', ' 9:00 ', '09:00', '9.00', '9.0', '9h', '9h00', '09:00:00', '9 am', '9:00 AM'],
	...["'09:00", '０９：００', 0.375, '0.375', '0,375'],
])('%j is nine in the morning', (given) => expect(timeOfDay(given)).toBe(540));

test.each([
	[0, 0],
	['00:00', 0],
	['12 am', 0],
	['12:30 a.m.', 30],
	['12 pm', 720],
	['9:15 PM', 1275],
	['23:59', 1439],
	['24:00', 1440],
	[24, 1440],
	[0.5, 720],
	[0.25, 360],
])('%j', (given, minutes) => expect(timeOfDay(given)).toBe(minutes));

test.each([
	...['', 'nine', '25', 25, '24:01', '9:60', '9.30', '9.50', 9.5, 9.25, '13 pm', '0 am', -1, '-1'],
	...['9-17', '900', '0900', 900, '9:0', '09:00:30', 0.0001, NaN, Infinity],
	...[true, null, undefined, {}, [], new Date(0), '1899-12-30T09:00:00.000Z'],
])('%j is refused', (given) => {
	expect(() => timeOfDay(given)).toThrow(/^is not a time of day: /);
});

test('every minute, as a clock and as the part of a day that a spreadsheet makes of it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1439 }), (minute) => {
			const [hour, rest] = [Math.floor(minute / 60), String(minute % 60).padStart(2, '0')];
			expect(timeOfDay(`${hour}:${rest}`)).toBe(minute);
			expect(timeOfDay(minute / 1440)).toBe(minute);
			expect(timeOfDay(Number((minute / 1440).toFixed(10)))).toBe(minute);
		}),
	);
});
