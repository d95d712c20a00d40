import { DateTime } from 'luxon';

/** How the service writes times: YYYY-MM-DD HH:MM:SS. */
const SERVICE_FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Plain digits, whatever language n8n or its machine is set to. */
const LANGUAGE = { locale: 'en', numberingSystem: 'latn' } as const;

/** What a clock shows, as the service writes it, without parts of a second. */
export const write = (time: DateTime): string => time.toFormat(SERVICE_FORMAT, LANGUAGE);

/** A service time as a clock without a zone, for arithmetic without changes of clocks. */
export const clockOf = (serviceTime: string): DateTime =>
	DateTime.fromFormat(serviceTime, SERVICE_FORMAT, { zone: 'utc', ...LANGUAGE });

/**
 * The moments at which clocks in a zone show a time: two, the earlier first, in the hour that comes
 * twice when summer time ends; otherwise one. A time skipped when summer time begins counts as if the
 * clocks had not moved, so it lands after the gap.
 */
export const moments = (clock: DateTime, zone: string): DateTime[] =>
	clock.setZone(zone, { keepLocalTime: true }).getPossibleOffsets();

/**
 * The moment of a service time.
 *
 * @param serviceTime YYYY-MM-DD HH:MM:SS
 * @param zone IANA name of the zone in which it is meant
 * @returns milliseconds since 1970, the earlier ones of a time that comes twice
 */
export const instant = (serviceTime: string, zone: string): number =>
	moments(clockOf(serviceTime), zone)[0].toMillis();

/** A moment (milliseconds since 1970) as YYYY-MM-DD HH:MM:SS in a zone. */
export const formatInstant = (ms: number, zone: string): string =>
	write(DateTime.fromMillis(ms, { zone }));
