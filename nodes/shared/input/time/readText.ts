import { DateTime } from 'luxon';

import { quote, plainText } from '../parse';
import { Refusal } from '../refusal';
import { readNumber } from './readNumber';
import type { WrittenTime } from './writtenTime';

/** 2026-01-31, 2026/01/31, 2026.01.31, or 31.01.2026: with dots the day comes first everywhere. */
const DAY =
	/(?:(?<y1>\d{4})(?<mark>[-/.])(?<m1>\d{1,2})\k<mark>(?<d1>\d{1,2})|(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4}))/;

/** 10:00, 10:00:00, 10:00:00.000, and the service's documented 10-00-00. */
const CLOCK = /(?<h>\d{1,2})(?<colon>[:-])(?<min>\d{2})(?:\k<colon>(?<s>\d{2})(?:[.,]\d+)?)?/;

/** Z, +05:00, +0500, +05; a zone's name in brackets may follow, and adds nothing. */
const OFFSET = /\s?(?:(?<utc>z)|(?<sign>[+-])(?<oh>[01]\d):?(?<om>[0-5]\d)?)(?:\[[^\]]+\])?/;

const TIME = new RegExp(
	`^${DAY.source}(?:(?<join>t|,?\\s+)${CLOCK.source}(?:${OFFSET.source})?)?$`,
	'i',
);

/** No form of a time is longer; longer texts would only slow the patterns down. */
const LONGEST = 100;

const EXAMPLE = 'Write it as 2026-01-31 10:00:00, or as ISO with an offset.';

/** Texts that look like dates and could mean two different ones. */
const AMBIGUOUS = [
	{
		when: /^\d{1,2}([-/.])\d{1,2}\1\d{2}(\D|$)/,
		what: 'has a year of two digits',
		hint: 'Write the year with four digits, such as 2026-01-31.',
	},
	{
		when: /^\d{1,2}[-/]\d{1,2}[-/]\d{4}(\D|$)/,
		what: 'does not show which part is the day',
		hint: 'Write the year first, such as 2026-01-31.',
	},
];

/**
 * Reads a text as a time. A time without offset is in the account's zone if it is written like the service
 * does (with a space), and in the workflow's zone if it is ISO (with a `T`), like n8n's date picker. Parts
 * of a second are dropped.
 *
 * @throws Refusal for words, forms that may mean two dates, and dates that do not exist
 */
export function readText(value: string): WrittenTime {
	if (value.length > LONGEST) throw unreadable(value);
	const text = plainText(value).replace(/^\[DateTime: (.*)\]$/, '$1');
	if (/^\d+(\.\d+)?$/.test(text)) return readNumber(Number(text));
	const found = TIME.exec(text)?.groups;
	if (!found) throw unreadable(text);
	const clock = clockOfParts(found);
	if (!clock.isValid) {
		throw new Refusal(
			`is a time that does not exist: ${quote(text)}`,
			'Check the day and the clock.',
		);
	}
	if (found.h === undefined) return { kind: 'day', clock };
	if (found.utc ?? found.sign) return { kind: 'instant', ms: clock.toMillis() - offsetMs(found) };
	return { kind: 'clock', zone: /t/i.test(found.join) ? 'workflow' : 'account', clock };
}

type Parts = { [name: string]: string | undefined };

function clockOfParts({ y1, y2, m1, m2, d1, d2, h, min, s }: Parts): DateTime {
	const [year, month, day] = [y1 ?? y2, m1 ?? m2, d1 ?? d2].map(Number);
	const [hour, minute, second] = [h, min, s].map((part = '0') => Number(part));
	return DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: 'utc' });
}

function offsetMs({ sign, oh = '0', om = '0' }: Parts): number {
	const minutes = Number(oh) * 60 + Number(om);
	return (sign === '-' ? -minutes : minutes) * 60_000;
}

function unreadable(text: string): Refusal {
	const known = AMBIGUOUS.find(({ when }) => when.test(text));
	return known
		? new Refusal(`${known.what}: ${quote(text)}`, known.hint)
		: new Refusal(`is not a date or time: ${quote(text)}`, EXAMPLE);
}
