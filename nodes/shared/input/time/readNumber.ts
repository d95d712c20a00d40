import { DateTime } from 'luxon';

import { quote } from '../parse';
import { Refusal } from '../refusal';
import type { WrittenTime } from './writtenTime';

const DAY_SECONDS = 86_400;

/** Day 0 of spreadsheets: they count a leap day in 1900 that did not exist. */
const SPREADSHEET_EPOCH = DateTime.utc(1899, 12, 30);

/**
 * Reads a number as a time. The ranges cannot be mixed up:
 * - 13 digits: unix time in milliseconds; 10 digits: in seconds (both are 2001 to 2286)
 * - 20000 to 80000: days of a spreadsheet (1954 to 2119), with the time of day as a fraction,
 *   rounded to the second since fractions are not exact
 *
 * @throws Refusal for any other number
 */
export function readNumber(value: number): WrittenTime {
	if (value >= 1e12 && value < 1e13) return { kind: 'instant', ms: value };
	if (value >= 1e9 && value < 1e10) return { kind: 'instant', ms: value * 1000 };
	if (!(value >= 20_000 && value <= 80_000)) {
		throw new Refusal(
			`is a number that is not a time: ${quote(value)}`,
			'Use a date such as 2026-01-31 10:00:00, a unix time of 10 or 13 digits, or the day number of a spreadsheet.',
		);
	}
	const clock = SPREADSHEET_EPOCH.plus({ seconds: Math.round(value * DAY_SECONDS) });
	return Number.isInteger(value)
		? { kind: 'day', clock }
		: { kind: 'clock', zone: 'account', clock };
}
