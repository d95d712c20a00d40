import { DateTime } from 'luxon';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { Refusal } from '../../shared/input/parse';
import { clockOf, moments } from '../../shared/input/time/readTime';
import {
	formatInstant,
	instant,
	serviceTime,
	timeField,
	type Zones,
} from '../../shared/input/time/zone';
import { describeHours, isOpen, nextOpening, shownThere, type AllowedHours } from './allowedHours';

const HOUR_MS = 3_600_000;
const LATEST_MS = 14 * 24 * HOUR_MS;

/** The service checks the hour by its own clock, which may be minutes ahead of n8n's. */
const EARLIEST_OPENING_MS = HOUR_MS + 5 * 60_000;

const SEND_AT = 'Send At';

export const deferredToField = timeField(
	SEND_AT,
	'deferredToTs',
	"When to send: at least 1 hour and at most 14 days from now; a day without a time is its 00:00. If this is empty, the message goes out at once, or when 'Allowed Hours' begin",
);

export interface Deferral {
	/** YYYY-MM-DD HH:MM:SS in the account's zone. */
	deferredToTs: string;
	/** ISO with offset, in the workflow's zone. */
	deferredTo: string;
}

export interface Timing {
	/** As the user asked; undefined means now, or when the hours open. */
	deferral?: Deferral;
	/**
	 * When Allowed Hours let a message go out that is sent at `now` (ms since the epoch); undefined means at
	 * once. Called when the request goes out, since the hours may end during a long run.
	 *
	 * @throws Refusal when they do not open in time
	 */
	opening?: (now: number) => Deferral | undefined;
}

/** @throws Refusal for a Send At that is no time */
export function readTiming(item: ItemParameters, hours: AllowedHours | undefined): Timing {
	const { zones } = item;
	const time = item.optional('additionalFields.deferredToTs', serviceTime);
	if (time !== undefined) return { deferral: deferral(time, zones) };
	if (!hours) return {};
	return { opening: (now) => opening(hours, now, zones) };
}

/** @returns undefined when the hours are open now @throws Refusal */
function opening(hours: AllowedHours, now: number, zones: Zones): Deferral | undefined {
	if (isOpen(hours, now)) return undefined;
	const span = { earliest: now + EARLIEST_OPENING_MS, latest: now + LATEST_MS };
	// The service may read a time that clocks show twice as either moment.
	const suits = (ms: number) =>
		readings(formatInstant(ms, zones.account), zones.account).every(
			(read) => read >= span.earliest && isOpen(hours, read),
		);
	const found = nextOpening(hours, span, suits);
	if (found !== undefined) return deferral(formatInstant(found, zones.account), zones);
	throw new Refusal(
		`"Allowed Hours" (${describeHours(hours)}) do not begin within 14 days`,
		'The service takes messages at most 14 days ahead. Choose longer hours or more days.',
		'allowedHours',
	);
}

const deferral = (deferredToTs: string, { account, workflow }: Zones): Deferral => ({
	deferredToTs,
	deferredTo:
		DateTime.fromMillis(instant(deferredToTs, account), { zone: workflow }).toISO({
			suppressMilliseconds: true,
		}) ?? deferredToTs,
});

const readings = (serviceTime: string, zone: string): number[] =>
	moments(clockOf(serviceTime), zone).map((moment) => moment.toMillis());

/**
 * Not in `readTiming`: of what an earlier try sent, the time may have passed by now.
 *
 * @throws Refusal for a Send At that is not 1 hour to 14 days ahead, or outside of Allowed Hours
 */
export function checkSendAt(
	{ zones: { account: zone, workflow } }: ItemParameters,
	{ deferral }: Timing,
	hours: AllowedHours | undefined,
): void {
	if (!deferral) return;
	const time = deferral.deferredToTs;
	const shown = `"${SEND_AT}" is ${time} in ${zone}`;
	const ahead = instant(time, zone) - Date.now();
	if (ahead < HOUR_MS || ahead > LATEST_MS) {
		throw new Refusal(
			`${shown}, which is ${ahead < HOUR_MS ? 'less than 1 hour' : 'more than 14 days'} ahead`,
			`The service takes times from 1 hour to 14 days ahead. A picked time is in the time zone of the workflow (${workflow}). Remove it to send now.`,
			'deferredToTs',
		);
	}
	if (!hours) return;
	const outside = readings(time, zone).find((read) => !isOpen(hours, read));
	if (outside === undefined) return;
	throw new Refusal(
		`${shown}, outside of "Allowed Hours": ${describeHours(hours)}, where it is ${shownThere(hours, outside)} then`,
		`Choose a time within the hours. Without "${SEND_AT}" the message goes out when the hours allow it.`,
		'deferredToTs',
	);
}
