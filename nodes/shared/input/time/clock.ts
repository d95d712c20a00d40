import { DateTime } from 'luxon';

/** How the service writes times: YYYY-MM-DD HH:MM:SS. */
const SERVICE_FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Plain digits, whatever language n8n or its machine is set to. */
const LANGUAGE = { locale: 'en', numberingSystem: 'latn' } as const;

/** As the service writes times. */
export const write = (time: DateTime): string => time.toFormat(SERVICE_FORMAT, LANGUAGE);

/** A service time without a zone, for arithmetic without changes of clocks. */
export const clockOf = (serviceTime: string): DateTime =>
	DateTime.fromFormat(serviceTime, SERVICE_FORMAT, { zone: 'utc', ...LANGUAGE });

/**
 * The moments at which clocks in a zone show a time: two, the earlier first, in the hour that comes twice;
 * otherwise one. A time that clocks skip lands after the gap.
 */
export const moments = (clock: DateTime, zone: string): DateTime[] =>
	clock.setZone(zone, { keepLocalTime: true }).getPossibleOffsets();

/** In ms since the epoch; the earlier one of a time that comes twice. */
export const instant = (serviceTime: string, zone: string): number =>
	moments(clockOf(serviceTime), zone)[0].toMillis();

/** A moment in ms since the epoch, as the service writes it in a zone. */
export const formatInstant = (ms: number, zone: string): string =>
	write(DateTime.fromMillis(ms, { zone }));

/** The moment, or an hour earlier in the hour before clocks are set back: after that they show its times again. */
export function beforeSetBack(ms: number, zone: string): number {
	const [first, again = first] = moments(clockOf(formatInstant(ms, zone)), zone);
	return ms - again.diff(first).toMillis();
}
