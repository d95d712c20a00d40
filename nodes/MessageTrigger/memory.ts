import { isFinal } from '../Message/row';
import type { Change } from './change';
import {
	fingerprint,
	packFingerprints,
	unpackFingerprints,
	FINGERPRINT_LENGTH,
} from './fingerprints';
import { group, ungroup, type Groups, type Known } from './groups';
import { secondsAfter } from './serviceClock';

/** In characters of JSON, all of them ASCII. Leaves room for the rest of the state under 64 KB. */
const LIMIT = 60_000;
const MOST_FINGERPRINTS = Math.floor(LIMIT / FINGERPRINT_LENGTH);

/** What is kept between polls. */
export interface Packed {
	/** Where the next poll begins to read. Every status seen since then is remembered below. */
	from: string;
	/** Last known statuses. */
	known: Groups;
	/** In their place, since `from`, where those are too many: fingerprints. */
	fingerprints: string;
}

/**
 * What the trigger knows of messages: the last status seen of each one that a coming poll will read
 * again, and, as far as there is room, of those that have not reached a final status.
 */
export class Memory {
	private readonly known: Map<string, Known>;

	private readonly fingerprints: Set<number>;

	constructor(packed: Packed) {
		this.known = ungroup(packed.known);
		this.fingerprints = unpackFingerprints(packed.fingerprints);
	}

	/** This status of this message was seen, with no other one since. */
	has({ id, status }: Change): boolean {
		const last = this.statusOf(id);
		return last === undefined ? this.fingerprints.has(fingerprint(id, status)) : last === status;
	}

	/** The last status seen, where it is known. */
	statusOf(id: string): string | undefined {
		return this.known.get(id)?.status;
	}

	add({ id, status, time }: Change): void {
		this.known.set(id, { status, time });
	}

	/**
	 * Brings everything under the limit, whatever there is to remember.
	 *
	 * @param isWhole everything since the poll before was read. Otherwise fingerprints may stand for
	 * messages that are yet to be read again.
	 */
	pack(from: string, isWhole: boolean): Packed {
		const newestFirst = [...this.known]
			.filter(([, { status, time }]) => time >= from || isFinal(status) !== true)
			.sort(([, a], [, b]) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
		const toBeReadAgain = newestFirst.filter(([, { time }]) => time >= from);
		if (!isWhole && this.fingerprints.size > 0) {
			return packed(from, newestFirst, [...this.fingerprints]);
		}
		const { groups, count } = group(newestFirst, LIMIT);
		if (count >= toBeReadAgain.length) return { from, known: groups, fingerprints: '' };
		// Too many for their IDs. Where even fingerprints are too many, the oldest seconds are given up:
		// they were read whole, and are not read again.
		const beyond = toBeReadAgain.at(MOST_FINGERPRINTS);
		const start = beyond ? secondsAfter(beyond[1].time, 1) : from;
		const kept = toBeReadAgain.filter(([, { time }]) => time >= start);
		return packed(
			start,
			newestFirst,
			kept.map(([id, { status }]) => fingerprint(id, status)),
		);
	}
}

/** Fingerprints, and as many of the messages without a final status as fit beside them. */
function packed(from: string, all: Array<[string, Known]>, prints: number[]): Packed {
	const fingerprints = packFingerprints(prints);
	const unfinished = all.filter(([, { status }]) => isFinal(status) !== true);
	const { groups } = group(unfinished, LIMIT - fingerprints.length);
	return { from, known: groups, fingerprints };
}
