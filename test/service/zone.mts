import { DateTime, IANAZone } from 'luxon';

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** True for an existing day written `YYYY-MM-DD`. */
export const isDate = (text: string): boolean => DATE.test(text) && DateTime.fromISO(text).isValid;

/** True for an existing time written `YYYY-MM-DD HH:MM:SS`. ISO forms are refused, as by the service. */
export const isTime = (text: string): boolean => TIME.test(text) && DateTime.fromSQL(text).isValid;

/** The account's time zone: all times of the API carry no zone and are meant in this one. */
export class Zone {
	private readonly zone: IANAZone;
	// Pages hold hundreds of times and looking an offset up is slow; it never changes within a quarter hour.
	private readonly offsets = new Map<number, number>();

	constructor(readonly name: string) {
		this.zone = IANAZone.create(name);
		if (!this.zone.isValid) throw new RangeError(`Unknown time zone: ${name}`);
	}

	/** `YYYY-MM-DD HH:MM:SS` of an instant in ms since the epoch. */
	format(ms: number): string {
		const quarter = Math.floor(ms / 900_000);
		const offset = this.offsets.get(quarter) ?? this.zone.offset(ms) * 60_000;
		this.offsets.set(quarter, offset);
		return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ');
	}

	/** The instant (ms) of a time that passed `isTime` or of the start of a day that passed `isDate`. */
	parse(text: string): number {
		return DateTime.fromSQL(text, { zone: this.zone }).toMillis();
	}

	/** The last millisecond of a day that passed `isDate`. */
	endOfDay(date: string): number {
		return DateTime.fromSQL(date, { zone: this.zone }).endOf('day').toMillis();
	}

	at(ms: number): DateTime {
		return DateTime.fromMillis(ms, { zone: this.zone });
	}
}

const known = new Map<string, Zone>();

/** @throws RangeError when the name is no IANA zone. */
export function zoneOf(name: string): Zone {
	const zone = known.get(name) ?? new Zone(name);
	known.set(name, zone);
	return zone;
}
