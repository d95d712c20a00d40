import type { Change } from './change';
import { isFinal } from '../Message/row';
import { pack, unpack, type Group } from './packed';
import { fromSeconds, toSeconds } from './times';

/** What is kept between polls. */
export interface Packed {
	/** See `packed.ts`. */
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

	/** What was read last is kept longest: in a half-read second, those rows will show again. */
	touch(changes: Change[]): void {
		for (const { id } of changes) {
			const known = this.known.get(id);
			if (!known) continue;
			this.known.delete(id);
			this.known.set(id, known);
		}
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
