import { isFinal, NOT_FINAL } from '../Message/row';
import { pack, packFirst, unpack } from '../shared/polling/packed';
import type { Change } from './list';
import { fromSeconds, toSeconds } from './times';

export interface Packed {
	/** See `write`. */
	seen: string;
	/** Which statuses messages went through, in order: each such way once. */
	ways: string[][];
}

interface Seen {
	id: string;
	/** All that it was seen with, in the order of seeing. */
	statuses: string[];
	/** The time of the last one, in seconds. */
	time: number;
}

/** The statuses that messages were seen with: the newest messages, as many as there is room for. */
export class Memory {
	/** By ID. */
	private readonly seen: Map<string, Seen>;

	constructor(packed: Packed = { seen: '', ways: [] }) {
		this.seen = new Map(
			read(packed)
				.reverse()
				.map((each) => [each.id, each]),
		);
	}

	/**
	 * Remembers a change. It is new if the message was not seen with that status, unless it is an older version of the
	 * row, as a slow copy of the service may show it.
	 *
	 * @param latest a time after it is wrong, and does not show which of two statuses came first
	 * @returns for a new change also the status before it, null if it is not known which came first
	 */
	learn(
		{ id, status, time: shown }: Change,
		latest: string,
	): { isNew: boolean; previousStatus: string | null } {
		const [time, isAhead] = [toSeconds(shown), shown > latest];
		const seen = this.seen.get(id) ?? { id, statuses: [], time: 0 };
		const last = seen.statuses.at(-1);
		if (status === last) seen.time = Math.max(seen.time, time);
		const isOlder = last !== undefined && isBefore(status, last) && (isAhead || time <= seen.time);
		if (isOlder || seen.statuses.includes(status)) return { isNew: false, previousStatus: null };
		const isLater = time > seen.time && !isAhead;
		const isPrevious = (each: string) =>
			isBefore(each, status) || (isLater && !isBefore(status, each));
		const previousStatus = seen.statuses.findLast(isPrevious) ?? null;
		this.seen.set(id, { id, statuses: [...seen.statuses, status], time });
		return { isNew: true, previousStatus };
	}

	/**
	 * Packs what is known; what does not fit is dropped, the oldest first.
	 *
	 * @param room in characters of JSON
	 * @returns also the newest time of what was dropped
	 */
	pack(room: number): { packed: Packed; dropped: string | undefined } {
		// Within a second, first those that were seen last: a page that is read again holds them.
		const newest = [...this.seen.values()].reverse().sort((a, b) => b.time - a.time);
		const { packed, dropped } = packFirst(newest, room, write);
		return { packed, dropped: dropped && fromSeconds(dropped.time) };
	}
}

/** How far a message with this status has come; -1 for a status that is not documented. */
const rank = (status: string): number =>
	isFinal(status) === true ? NOT_FINAL.length : NOT_FINAL.indexOf(status);

/** Whether a status cannot come after another one. Nothing comes after a final one. */
function isBefore(status: string, other: string): boolean {
	const [one, two] = [rank(status), rank(other)];
	return one < 0 ? two === NOT_FINAL.length : one < two;
}

/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799;

/**
 * Messages with the same time and way make a group, which is written as: the seconds back from the group before, the
 * index of the way, the number of messages, and for each ID twice its distance from the one before, plus 1 if it is lower.
 * IDs of one second are mostly close together.
 */
function write(newest: Seen[]): Packed {
	const ways = new Map<string, string[]>();
	const groups = new Map<string, { time: number; way: string; ids: bigint[] }>();
	for (const { id, statuses, time } of newest) {
		const way = JSON.stringify(statuses);
		ways.set(way, statuses);
		const group = groups.get(`${time} ${way}`) ?? { time, way, ids: [] };
		groups.set(`${time} ${way}`, group);
		group.ids.push(BigInt(id));
	}
	const indices = new Map([...ways.keys()].map((way, index) => [way, index]));
	const numbers: bigint[] = [];
	let [last, lastId] = [LAST_TIME, 0n];
	for (const { time, way, ids } of groups.values()) {
		numbers.push(BigInt(last - time), BigInt(indices.get(way) ?? 0), BigInt(ids.length));
		last = time;
		for (const id of ids) {
			numbers.push(id < lastId ? 2n * (lastId - id) + 1n : 2n * (id - lastId));
			lastId = id;
		}
	}
	return { seen: pack(numbers), ways: [...ways.values()] };
}

function read({ seen, ways }: Packed): Seen[] {
	const numbers = unpack(seen);
	const all: Seen[] = [];
	let [at, time, id] = [0, LAST_TIME, 0n];
	while (at < numbers.length) {
		time -= Number(numbers[at++]);
		const statuses = ways[Number(numbers[at++])] ?? [];
		for (let count = Number(numbers[at++]); count > 0 && at < numbers.length; count--) {
			const step = numbers[at++];
			id += step % 2n === 0n ? step / 2n : -step / 2n;
			all.push({ id: String(id), statuses, time });
		}
	}
	return all;
}
