import type { Change } from './change';
import { isFinal } from '../Message/row';
import { fromSeconds, toSeconds } from './times';

/** What is kept between polls. */
export interface Packed {
	/** Groups as base64, see `pack`. */
	known: string;
	/** The statuses that its codes stand for, by index. */
	statuses: string[];
}

interface Known {
	status: string;
	/** In seconds. */
	time: number;
}

/** The statuses that messages were seen with: the newest, as many as there is room for. */
export class Memory {
	/** By id of the message, in the order in which they were seen. */
	private readonly known = new Map<string, Known[]>();

	constructor({ known, statuses }: Packed = { known: '', statuses: [] }) {
		const groups = unpack(known).reverse();
		for (const isLast of [false, true]) {
			for (const { time, code, ids } of groups) {
				const status = statuses[Math.floor(code / 2)] ?? '';
				if ((code % 2 === 1) !== isLast) continue;
				for (const id of ids) this.put(id, { status, time });
			}
		}
	}

	/**
	 * The status that a message was last seen with before a change; null if it is not known which came first.
	 * If times and the order of statuses disagree, one change may be dated ahead, or shown late.
	 *
	 * @param latest a later time is dated ahead, and does not show the order
	 */
	before({ id, status, time }: Change, latest: string): string | null {
		const isLater = (each: Known): boolean =>
			orderOf(each.status, status) === 'behind' ||
			(time <= latest && toSeconds(time) > each.time && orderOf(status, each.status) !== 'behind');
		return this.known.get(id)?.filter(isLater).at(-1)?.status ?? null;
	}

	/**
	 * Remembers a change.
	 *
	 * @param latest a later time is dated ahead, and does not show what is older
	 * @returns whether it is new: neither a status that the message is known to have had, nor an older version
	 * of it, which a slow copy of the service may show
	 */
	learn({ id, status, time: shown }: Change, latest: string): boolean {
		const time = toSeconds(shown);
		const known = this.known.get(id) ?? [];
		const same = known.find((each) => each.status === status);
		if (same) same.time = Math.max(same.time, time);
		const last = known.at(-1);
		const isOlder =
			last !== undefined &&
			orderOf(status, last.status) === 'behind' &&
			(time <= last.time || shown > latest);
		if (same || isOlder) return false;
		this.put(id, { status, time });
		return true;
	}

	/**
	 * Packs what is known within a limit; the oldest are dropped first.
	 *
	 * @param limit in bytes
	 * @returns also the newest time of what was dropped
	 */
	pack(limit: number): Packed & { dropped: string | undefined } {
		const statuses: string[] = [];
		const groups = this.groups(statuses);
		const { packed, dropped } = pack(groups, limit);
		return { known: packed, statuses, dropped: dropped && fromSeconds(dropped.time) };
	}

	/** Newest first, by status, and by whether it is the last one seen. */
	private groups(statuses: string[]): Group[] {
		const groups = new Map<number, Map<number, Group>>();
		for (const [id, known] of this.known) {
			known.forEach(({ time, status }, n) => {
				const second = groups.get(time) ?? new Map<number, Group>();
				groups.set(time, second);
				const code = 2 * indexIn(statuses, status) + (n === known.length - 1 ? 1 : 0);
				const group = second.get(code) ?? { time, code, ids: [] };
				second.set(code, group);
				group.ids.push(id);
			});
		}
		const newest = [...groups].sort(([a], [b]) => b - a);
		return newest.flatMap(([, second]) => [...second.values()]);
	}

	private put(id: string, known: Known): void {
		this.known.set(id, [...(this.known.get(id) ?? []), known]);
	}
}

function indexIn(statuses: string[], status: string): number {
	const index = statuses.indexOf(status);
	return index < 0 ? statuses.push(status) - 1 : index;
}

/** The statuses before the final ones. */
const ORDER = ['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD'];

/** How far a message with this status has come; undefined for a status that is not documented. */
function rank(status: string): number | undefined {
	if (isFinal(status) === true) return ORDER.length;
	return ORDER.includes(status) ? ORDER.indexOf(status) : undefined;
}

/** Whether a status comes after another one. Nothing comes after a final one; undefined if it is not known. */
function orderOf(status: string, before: string): 'ahead' | 'behind' | undefined {
	const [now, then] = [rank(status), rank(before)];
	if (now !== undefined && then !== undefined && now > then) return 'ahead';
	const isOver = now === undefined && isFinal(before) === true;
	return isOver || (now !== undefined && now < (then ?? 0)) ? 'behind' : undefined;
}

/** Messages that got one status in one second. */
interface Group {
	/** In seconds, see `toSeconds`. */
	time: number;
	/** Stands for the status. */
	code: number;
	/** Digits. */
	ids: string[];
}

/**
 * Groups, newest first, as base64. A group is the seconds back from the one before, the code, the number
 * of messages, and their ids, each as the distance from the one before: ids of one second are mostly close
 * together.
 *
 * @param limit in bytes
 * @returns also the first group that did not fit whole
 */
function pack(groups: Group[], limit: number): { packed: string; dropped?: Group } {
	const bytes: number[] = [];
	let last: Last = { time: LAST_TIME, id: 0n };
	for (const group of groups) {
		const room = limit - bytes.length;
		let { ids } = group;
		let written = encode(group, last);
		while (written.bytes.length > room && ids.length > 0) {
			const fitting = Math.floor((0.95 * ids.length * room) / written.bytes.length);
			// The ids seen last.
			ids = ids.slice(ids.length - Math.min(fitting, ids.length - 1));
			written = encode({ ...group, ids }, last);
		}
		if (ids.length > 0) for (const byte of written.bytes) bytes.push(byte);
		if (ids.length < group.ids.length) return { packed: base64(bytes), dropped: group };
		({ last } = written);
	}
	return { packed: base64(bytes) };
}

function unpack(packed: string): Group[] {
	const bytes = Buffer.from(packed, 'base64');
	const groups: Group[] = [];
	let [at, time, id] = [0, LAST_TIME, 0n];
	const read = (): bigint => {
		let [value, shift] = [0n, 0n];
		for (; bytes[at] >= 128; shift += 7n) value += BigInt(bytes[at++] - 128) << shift;
		return value + (BigInt(bytes[at++] ?? 0) << shift);
	};
	while (at < bytes.length) {
		time -= Number(read());
		const code = Number(read());
		const ids: string[] = [];
		for (let count = Number(read()); count > 0 && at < bytes.length; count--) {
			const step = read();
			id += step % 2n === 0n ? step / 2n : -(step + 1n) / 2n;
			ids.push(String(id));
		}
		groups.push({ time, code, ids });
	}
	return groups;
}

/** What the next group counts from. */
interface Last {
	time: number;
	id: bigint;
}

/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799;

function encode({ time, code, ids }: Group, last: Last): { bytes: number[]; last: Last } {
	const bytes: number[] = [];
	for (const head of [last.time - time, code, ids.length]) write(bytes, BigInt(head));
	let { id } = last;
	for (const next of ids.map(BigInt).sort((a, b) => (a < b ? -1 : 1))) {
		const step = next - id;
		write(bytes, step < 0n ? -2n * step - 1n : 2n * step);
		id = next;
	}
	return { bytes, last: { time, id } };
}

/** Seven bits a byte, the lowest first; all but the last one with the eighth bit set. */
function write(bytes: number[], value: bigint): void {
	let rest = value;
	for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
	bytes.push(Number(rest));
}

const base64 = (bytes: number[]): string => Buffer.from(bytes).toString('base64');
