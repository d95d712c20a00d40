import { createHash } from 'crypto';

const HASH_BYTES = 4;

/**
 * Stands for a message. That a new one looks like one of 10,000 known ones, and its status is taken for
 * known, has a chance of 1 in 430,000.
 */
export const hashOf = (id: string): number =>
	createHash('sha256').update(id).digest().readUInt32BE(0);

/** Messages that got one status in one second. */
export interface Group {
	/** In seconds, see `toSeconds`. */
	time: number;
	/** Stands for the status. */
	code: number;
	hashes: number[];
}

/**
 * Groups, newest first, as base64: each as the seconds back from the one before, the code, the number
 * of messages, and their hashes.
 *
 * @param limit in bytes
 * @returns also the first group that did not fit whole
 */
export function pack(groups: Group[], limit: number): { packed: string; dropped?: Group } {
	const bytes: number[] = [];
	let time = LAST_TIME;
	for (const group of groups) {
		const room = Math.floor((limit - bytes.length - HEAD_BYTES) / HASH_BYTES);
		// Those seen last.
		const hashes = group.hashes.slice(-Math.max(0, room));
		if (room > 0) {
			for (const head of [time - group.time, group.code, hashes.length]) write(bytes, head);
			for (const hash of hashes) {
				bytes.push(hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255);
			}
		}
		if (room < group.hashes.length) return { packed: base64(bytes), dropped: group };
		({ time } = group);
	}
	return { packed: base64(bytes) };
}

const base64 = (bytes: number[]): string => Buffer.from(bytes).toString('base64');

/** At most, for the numbers before the hashes. */
const HEAD_BYTES = 12;

/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799;

export function unpack(packed: string): Group[] {
	const bytes = Buffer.from(packed, 'base64');
	const groups: Group[] = [];
	let [at, time] = [0, LAST_TIME];
	const read = (): number => {
		let [value, unit] = [0, 1];
		for (; bytes[at] >= 128; unit *= 128) value += (bytes[at++] - 128) * unit;
		return value + (bytes[at++] ?? 0) * unit;
	};
	while (at < bytes.length) {
		time -= read();
		const code = read();
		const count = Math.min(read(), Math.floor((bytes.length - at) / HASH_BYTES));
		const hashes = Array.from({ length: count }, (_, n) => bytes.readUInt32BE(at + n * HASH_BYTES));
		at += count * HASH_BYTES;
		groups.push({ time, code, hashes });
	}
	return groups;
}

/** Seven bits a byte, the lowest first; all but the last one with the eighth bit set. */
function write(bytes: number[], value: number): void {
	let rest = value;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
	bytes.push(rest);
}
