import { DateTime, IANAZone } from 'luxon';

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** True for an existing day written `YYYY-MM-DD`. */
export const isDate = (text: string): boolean => DATE.test(text) && DateTime.fromISO(text).isValid;

/** True for an existing time written `YYYY-MM-DD HH:MM:SS`. ISO forms are refused, as by the service. */
export const isTime = (text: string): boolean => TIME.test(text) && DateTime.fromSQL(text).isValid;

/** The account's time zone: all times of the API carry no zone and are meant in this one. */
export interface Zone {
	name: string;
	/** `YYYY-MM-DD HH:MM:SS` of an instant in ms since the epoch. */
	format(ms: number): string;
	/** The instant (ms) of a time that passed `isTime` or of the start of a day that passed `isDate`. */
	parse(text: string): number;
	/** The last millisecond of a day that passed `isDate`. */
	endOfDay(date: string): number;
	at(ms: number): DateTime;
}

const known = new Map<string, Zone>();

/** @throws RangeError when the name is no IANA zone. */
export function createZone(name: string): Zone {
	const zone = known.get(name) ?? newZone(name);
	known.set(name, zone);
	return zone;
}

function newZone(name: string): Zone {
	const zone = IANAZone.create(name);
	if (!zone.isValid) throw new RangeError(`Unknown time zone: ${name}`);
	// Pages hold hundreds of times and looking an offset up is slow; it never changes within a quarter hour.
	const offsets = new Map<number, number>();
	const offsetOf = (ms: number): number => {
		const quarter = Math.floor(ms / 900_000);
		const offset = offsets.get(quarter) ?? zone.offset(ms) * 60_000;
		offsets.set(quarter, offset);
		return offset;
	};
	return {
		name,
		format: (ms) => new Date(ms + offsetOf(ms)).toISOString().slice(0, 19).replace('T', ' '),
		parse: (text) => DateTime.fromSQL(text, { zone }).toMillis(),
		endOfDay: (date) => DateTime.fromSQL(date, { zone }).endOf('day').toMillis(),
		at: (ms) => DateTime.fromMillis(ms, { zone }),
	};
}
