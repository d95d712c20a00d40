import type { DateTime } from 'luxon';

import { isEmpty, kindOf } from '../parse';
import { Refusal } from '../refusal';
import { clockOf } from './clock';
import { readNumber } from './readNumber';
import type { WrittenTime } from './writtenTime';
import { readText } from './readText';

/**
 * What a value from a parameter says about time: a date object, a text or a number.
 *
 * @throws Refusal for anything else, and for what `readText` and `readNumber` refuse
 */
export function readTime(value: unknown): WrittenTime {
	if (isEmpty(value)) throw new Refusal('is empty', 'Enter a date and time.');
	if (typeof value === 'string') return readText(value);
	if (typeof value === 'number') return readNumber(value);
	const ms = millisecondsOf(value);
	if (ms === undefined) {
		throw new Refusal(
			`is not a date but ${kindOf(value)}`,
			'Use a date, or text such as 2026-01-31 10:00:00.',
		);
	}
	if (Number.isNaN(ms)) {
		throw new Refusal('is an invalid date', 'Check the expression that makes the date.');
	}
	return { kind: 'instant', ms, day: midnightOf(value) };
}

/**
 * Dates of JavaScript and of luxon. Recognised by their methods, because expressions have their own copies
 * of the classes.
 */
function millisecondsOf(value: unknown): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if ('toMillis' in value && typeof value.toMillis === 'function') return Number(value.toMillis());
	if ('getTime' in value && typeof value.getTime === 'function') return Number(value.getTime());
	return undefined;
}

/** The day whose first moment a luxon date shows, in its own zone. Dates of JavaScript have no zone. */
function midnightOf(value: unknown): DateTime | undefined {
	if (typeof value !== 'object' || value === null || !('toISO' in value)) return undefined;
	const shown = typeof value.toISO === 'function' ? String(value.toISO()) : '';
	const day = /^(\d{4}-\d\d-\d\d)T00:00:00\.000/.exec(shown)?.[1];
	return day === undefined ? undefined : clockOf(`${day} 00:00:00`);
}
