import type { INodeProperties } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import { quote, text, plainText } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';
import type { AllowedHours } from './allowedHours';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const short = (day: string): string => day.slice(0, 3).toLowerCase();

const DAY = 24 * 60;

/**
 * 9, 09:00, 9h30, 09:00:00, each also with am or pm. With a dot only full hours: 9.50 could be 9:50 or
 * half past nine.
 */
const CLOCK = /^(?<h>\d{1,2})(?:[:h](?<m>\d{2})(?::00)?|\.0+)?h?(?:\s?(?<half>[ap])\.?m\.?)?$/i;

/** How a spreadsheet stores a time of day: as a part of a day. */
const PART = /^0?[.,]\d+$/;

const HOURS_FROM = 'Hours From';
const SET_HOURS = 'Set Hours';

export const allowedHoursField: INodeProperties = {
	displayName: 'Allowed Hours',
	name: 'allowedHours',
	type: 'fixedCollection',
	placeholder: SET_HOURS,
	default: {},
	description:
		'When messages may go out. Within these hours a message is sent right away. At any other time the service gets it at once and keeps it until the hours begin again, at least 1 hour later.',
	options: [
		{
			displayName: 'Hours',
			name: 'values',
			values: [
				{
					displayName: HOURS_FROM,
					name: 'from',
					type: 'string',
					default: '09:00',
					placeholder: 'e.g. 09:00',
					description: 'When the hours begin, as HH:MM',
				},
				{
					displayName: 'Hours To',
					name: 'to',
					type: 'string',
					default: '20:00',
					placeholder: 'e.g. 20:00',
					description:
						"When they end, as HH:MM. A time before 'Hours From' is on the day after. 24:00 is the end of the day.",
				},
				{
					displayName: 'Days',
					name: 'days',
					type: 'multiOptions',
					options: DAYS.map((day) => ({ name: day, value: short(day) })),
					default: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
					description: 'The days on which the hours begin',
				},
				{
					displayName: 'Time Zone',
					name: 'timezone',
					type: 'string',
					default: '',
					placeholder: 'e.g. Asia/Almaty',
					description:
						'IANA name of the time zone of the hours. Empty means the time zone of the account, not that of the workflow; for recipients in another zone enter theirs.',
				},
			],
		},
	],
};

/** @throws ParameterRefusal */
export function readAllowedHours(item: ItemParameters): AllowedHours {
	const path = 'options.allowedHours.values';
	if (!item.isAdded(path)) {
		throw new ParameterRefusal(
			'allowedHours',
			'"Allowed Hours" was added, but has no hours',
			`Press "${SET_HOURS}" below it and enter them, or remove "Allowed Hours".`,
		);
	}
	const from = item.required(`${path}.from`, beginning);
	const to = item.required(`${path}.to`, timeOfDay);
	if (from === to) {
		throw new ParameterRefusal(
			'to',
			`"Hours To" is the same time as "${HOURS_FROM}"`,
			'For the whole day use 00:00 to 24:00.',
		);
	}
	return {
		from,
		to,
		days: item.requiredIfAdded(`${path}.days`, readDays) ?? DAYS.map((_, day) => day),
		zone: item.optional(`${path}.timezone`, readZone) ?? item.zones.account,
	};
}

/**
 * A time of day as people and spreadsheets write it, in minutes since midnight: 0 to 1440, the end of the
 * day.
 *
 * @throws Refusal for anything that could mean two times, or none
 */
export function timeOfDay(value: unknown): number {
	if (typeof value === 'number')
		return value > 0 && value < 1 ? partOfDay(value) : minutesOf(String(value));
	if (typeof value !== 'string') throw notATime(value);
	const text = plainText(value);
	return PART.test(text) ? partOfDay(Number(text.replace(',', '.'))) : minutesOf(text);
}

function minutesOf(value: string): number {
	const found = CLOCK.exec(value)?.groups;
	if (!found) throw notATime(value);
	const [hour, minute] = [Number(found.h), Number(found.m ?? 0)];
	const isNight = hour === 24 && minute === 0;
	if (minute > 59 || (found.half ? hour < 1 || hour > 12 : hour > 23 && !isNight)) {
		throw notATime(value);
	}
	if (!found.half) return hour * 60 + minute;
	return (hour % 12) * 60 + minute + (found.half.toLowerCase() === 'p' ? DAY / 2 : 0);
}

/** Fractions are not exact: within a second of a full minute counts as that minute. */
function partOfDay(part: number): number {
	const minutes = Math.round(part * DAY);
	if (Math.abs(part * DAY - minutes) > 1 / 60) throw notATime(part);
	return minutes;
}

const notATime = (value: unknown): Refusal =>
	new Refusal(`is not a time of day: ${quote(value)}`, 'Write it as HH:MM, such as 09:00.');

function beginning(value: unknown): number {
	const minutes = timeOfDay(value);
	if (minutes < DAY) return minutes;
	throw new Refusal('is the end of a day', 'Write midnight at the start of a day as 00:00.');
}

/** Long or short names, as a list or separated by commas. */
function readDays(value: unknown): number[] {
	const given: unknown[] = typeof value === 'string' ? value.split(/[\s,;]+/) : [value].flat();
	const names = given.filter((day) => day !== '');
	if (names.length === 0) {
		throw new Refusal('names no day', 'Choose at least one day, or remove "Allowed Hours".');
	}
	return [...new Set(names.map(dayOf))];
}

function dayOf(name: unknown): number {
	const given = typeof name === 'string' ? plainText(name).toLowerCase() : '';
	const day = DAYS.findIndex((each) => [each.toLowerCase(), short(each)].includes(given));
	if (day >= 0) return day;
	throw new Refusal(
		`is not a day of the week: ${quote(name)}`,
		`Use ${DAYS.map(short).join(', ')}.`,
	);
}

function readZone(value: unknown): string {
	const name = text()(value).trim();
	if (IANAZone.isValidZone(name)) return name;
	throw new Refusal(
		`is not a time zone: ${quote(name)}`,
		'Write it as a region and a city, such as Asia/Almaty (IANA name).',
	);
}

const clock = (minutes: number): string =>
	[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** `09:00 to 20:00 on Mon, Tue in Asia/Almaty` */
export function describeHours({ from, to, days, zone }: AllowedHours): string {
	const on = DAYS.filter((_, day) => days.includes(day)).map((day) => day.slice(0, 3));
	const which = on.length === DAYS.length ? '' : ` on ${on.join(', ')}`;
	return `${clock(from)} to ${clock(to)}${which} in ${zone}`;
}
