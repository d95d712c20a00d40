import { timeOfDay } from '../../../nodes/Message/hours/allowedHoursField';

test.each([
	...[9, '9', ' 9:00 ', '09:00', '09:00:00', "'09:00", '０９：００'].map((given) => [given, 540]),
	[0, 0],
	['00:00', 0],
	['23:59', 1439],
	['24:00', 1440],
	[24, 1440],
])('%j', (given, minutes) => expect(timeOfDay(given)).toBe(minutes));

test.each([
	...['', 'nine', '25', 25, 9.5, '25:00', '24:01', '9:60', '9.30', '9 am', '9:00 PM', '9h30'],
	...['-1:00', '9-17', '0900', '9:0', '09:00:30', 0.375, NaN, true, null, undefined, {}, []],
])('%j is refused', (given) => {
	expect(() => timeOfDay(given)).toThrow(/^is not a time of day: /);
});
