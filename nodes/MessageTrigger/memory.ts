import type { Change } from './change';
import { pack, unpack, type Group } from './packed';
import { fromSeconds, toSeconds } from './times';
import { orderOf } from './statusOrder';

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

	constructor({ known, statuses }: Packed) {
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
	 * @param begun the newest time when the trigger began
	 * @returns whether it is new: neither a known status with a new time, nor an older version of the
	 * message, which a slow copy of the service may show
	 */
	learn({ id, status, time: shown }: Change, latest: string, begun: string): boolean {
		const time = toSeconds(shown);
		const known = this.known.get(id) ?? [];
		const last = known.at(-1);
		if (last?.status === status) {
			last.time = Math.max(last.time, time);
			return false;
		}
		if (known.some((each) => each.status === status && each.time >= time)) return false;
		const isOld = shown < begun;
		if (last && isOlder(last, { status, time }, toSeconds(latest), isOld)) return false;
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

	/** The first second since which at most `count` messages are known; undefined if that is all of them. */
	startOfNewest(count: number): string | undefined {
		const times = [...this.known.values()].map((known) => known[known.length - 1].time);
		if (times.length <= count) return undefined;
		times.sort((a, b) => b - a);
		return fromSeconds(times[count] + 1);
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

/**
 * Whether a status is older than the last one: by the order of statuses, unless the times say more. If the
 * order is not known, by time, and only for changes before the trigger began.
 */
function isOlder(last: Known, { status, time }: Known, latest: number, isOld: boolean): boolean {
	const direction = orderOf(status, last.status);
	if (direction === 'behind') return time <= last.time || time > latest;
	return direction === undefined && isOld && time < last.time && last.time <= latest;
}
