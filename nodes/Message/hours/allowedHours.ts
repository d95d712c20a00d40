import { IANAZone } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { plainText, quote, Refusal, trimmed, valuesOf } from '../../shared/input/parse';
import { isZone } from '../../shared/input/time/zone';

export interface AllowedHours {
	/** Minutes since midnight, from 0 to 1440. */
	from: number;
	/** The first minute that is no longer allowed, counted in the same way. If it is before `from`, it is on the day after. */
	to: number;
	/** The days on which it opens: 0 is Monday, 6 is Sunday. */
	days: number[];
	/** IANA name. */
	zone: string;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const short = (day: string): string => day.slice(0, 3).toLowerCase();

const DAY = 24 * 60;

const HOURS_FROM = 'Hours From';
const SET_HOURS = 'Set Hours';

export const allowedHoursField: INodeProperties = {
	displayName: 'Allowed Hours',
	name: 'allowedHours',
	type: 'fixedCollection',
	placeholder: SET_HOURS,
	// Without hours n8n would not save an option that was only added, and messages would go out at night (seen in 2.41.1).
	default: { values: { from: '09:00', to: '20:00', days: DAYS.map(short), timezone: '' } },
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

/** @throws Refusal */
export function readAllowedHours(item: ItemParameters): AllowedHours {
	const path = 'options.allowedHours.values';
	if (!item.isAdded(path)) {
		throw new Refusal(
			'"Allowed Hours" was added, but has no hours',
			`Press "${SET_HOURS}" below it and enter them, or remove "Allowed Hours".`,
			'allowedHours',
		);
	}
	const from = item.required(`${path}.from`, timeOfDay);
	const to = item.required(`${path}.to`, timeOfDay);
	if (from === to) {
		throw new Refusal(
			`"Hours To" is the same time as "${HOURS_FROM}"`,
			'For the whole day use 00:00 to 24:00.',
			'to',
		);
	}
	return {
		from,
		to,
		days: item.requiredIfAdded(`${path}.days`, readDays) ?? DAYS.map((_, day) => day),
		zone: item.optional(`${path}.timezone`, readZone) ?? item.zones.account,
	};
}

/** HH:MM, or the hour alone, in minutes since midnight: 0 to 1440, the end of the day. @throws Refusal */
export function timeOfDay(value: unknown): number {
	const text = ['string', 'number'].includes(typeof value) ? plainText(String(value)) : '';
	const parts = /^(\d{1,2})(?::([0-5]\d)(?::00)?)?$/.exec(text) ?? [];
	const [, hour, minute] = parts.map((part = '0') => Number(part));
	const minutes = hour * 60 + minute;
	if (minutes <= DAY) return minutes;
	throw new Refusal(`is not a time of day: ${quote(value)}`, 'Write it as HH:MM, such as 09:00.');
}

/** Long or short names, as a list or separated by commas. */
function readDays(value: unknown): number[] {
	const names = valuesOf(value);
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
	const name = trimmed(value);
	if (isZone(name)) return name;
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

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const WEEK = 7 * DAY;

/** 1970 began on a Thursday; days of a week count from Monday. */
const FIRST_DAY = 3;

/** @param ms since the epoch */
export const isOpen = (hours: AllowedHours, ms: number): boolean => minutesUntil(hours, ms) === 0;

/**
 * The first full minute, in ms since the epoch, at which messages may go out. Hours are what clocks show:
 * opening at 02:30 on a day that skips from 02:00 to 03:00 means 03:00.
 *
 * @param suits what else must hold for the moment
 */
export function nextOpening(
	hours: AllowedHours,
	{ earliest, latest }: { earliest: number; latest: number },
	suits: (ms: number) => boolean,
): number | undefined {
	let ms = Math.ceil(earliest / MINUTE_MS) * MINUTE_MS;
	while (ms <= latest) {
		const opening = ms + minutesUntil(hours, ms) * MINUTE_MS;
		const isSteady = offset(hours.zone, ms) === offset(hours.zone, opening);
		if (isSteady && opening <= latest && suits(opening)) return opening;
		// If clocks change before the opening, it is sought again from the next half hour on: they change at such times.
		ms = isSteady ? opening + MINUTE_MS : (Math.floor(ms / HALF_HOUR_MS) + 1) * HALF_HOUR_MS;
	}
	return undefined;
}

/** What clocks show in the zone of the hours: `Wed 06:00`. */
export function shownThere({ zone }: AllowedHours, ms: number): string {
	const local = localMinutes(zone, ms);
	return `${DAYS[Math.floor(local / DAY) % DAYS.length].slice(0, 3)} ${clock(local % DAY)}`;
}

/** By the clocks of a zone, since a Monday. */
const localMinutes = (zone: string, ms: number): number =>
	Math.floor(ms / MINUTE_MS) + offset(zone, ms) + FIRST_DAY * DAY;

/** Until the next opening, as if clocks never changed; 0 while it is open. */
function minutesUntil({ from, to, days, zone }: AllowedHours, ms: number): number {
	const local = localMinutes(zone, ms);
	const length = from < to ? to - from : to - from + DAY;
	const sinceOpenings = days.map((day) => (local - day * DAY - from) % WEEK);
	return Math.min(...sinceOpenings.map((since) => (since < length ? 0 : WEEK - since)));
}

/** Minutes by which the clocks of a zone are ahead of UTC. */
const offset = (zone: string, ms: number): number => IANAZone.create(zone).offset(ms);
