import { quote, plainText } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';

const DAY = 24 * 60;

/**
 * 9, 09:00, 9h30, 09:00:00, each also with am or pm. With a dot only full hours: 9.50 could be 9:50 or
 * half past nine.
 */
const CLOCK = /^(?<h>\d{1,2})(?:[:h](?<m>\d{2})(?::00)?|\.0+)?h?(?:\s?(?<half>[ap])\.?m\.?)?$/i;

/** How a spreadsheet stores a time of day: as a part of a day. */
const PART = /^0?[.,]\d+$/;

/**
 * A time of day as people and spreadsheets write it.
 *
 * @returns minutes since midnight, from 0 to 1440, which is the end of the day
 * @throws Refusal for anything that could mean two times, or none
 */
export function timeOfDay(value: unknown): number {
	if (typeof value === 'number')
		return value > 0 && value < 1 ? partOfDay(value) : clock(String(value));
	if (typeof value !== 'string') throw unreadable(value);
	const text = plainText(value);
	return PART.test(text) ? partOfDay(Number(text.replace(',', '.'))) : clock(text);
}

function clock(value: string): number {
	const found = CLOCK.exec(value)?.groups;
	if (!found) throw unreadable(value);
	const [hour, minute] = [Number(found.h), Number(found.m ?? 0)];
	const isNight = hour === 24 && minute === 0;
	if (minute > 59 || (found.half ? hour < 1 || hour > 12 : hour > 23 && !isNight)) {
		throw unreadable(value);
	}
	if (!found.half) return hour * 60 + minute;
	return (hour % 12) * 60 + minute + (found.half.toLowerCase() === 'p' ? DAY / 2 : 0);
}

/** Fractions are not exact: within a second of a full minute counts as that minute. */
function partOfDay(part: number): number {
	const minutes = Math.round(part * DAY);
	if (Math.abs(part * DAY - minutes) > 1 / 60) throw unreadable(part);
	return minutes;
}

const unreadable = (value: unknown): Refusal =>
	new Refusal(`is not a time of day: ${quote(value)}`, 'Write it as HH:MM, such as 09:00.');
