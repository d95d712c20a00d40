import type { Change } from '../../../nodes/MessageTrigger/change';
import type { PageQuery, MessageList, Page } from '../../../nodes/MessageTrigger/list';
import { randomOf } from './random.mts';
import { NOON, timeOf } from './world.mts';

interface Entry {
	number: number;
	status: string;
	time: string;
	isShown: boolean;
}

const PAGE_SIZE = 100;
const BLOCK = 512;

/**
 * A large list whose messages go on changing, so many a second, while answers take their time. Messages
 * only change to a later time, so that the list is an ever longer file of entries.
 */
export class BacklogList implements MessageList {
	readonly pageSize = PAGE_SIZE;
	now = NOON;
	calls = 0;
	/** Statuses that a message got, with the last one it has. */
	readonly held = new Map<string, string>();
	changes = 0;
	private readonly entries: Entry[] = [];
	/** Entries shown, by blocks. */
	private readonly counts: number[] = [];
	private readonly last = new Map<number, number>();
	private readonly random = randomOf(7);
	private due = 0;

	constructor(
		/** Changes a second. */
		public rate: number,
		private readonly answerMs: number,
	) {}

	/** A backlog that ends now, so many rows in each second. */
	fill(rows: number, density: number): void {
		const start = this.now - Math.ceil(rows / density) * 1000;
		for (let n = 0; n < rows; n++) {
			this.put(n, 'ACCEPTD', timeOf(start + Math.floor(n / density) * 1000));
		}
	}

	pass(ms: number): void {
		const until = this.now + ms;
		this.due += (ms * this.rate) / 1000;
		for (const step = ms / Math.max(1, Math.floor(this.due)); this.due >= 1; this.due--) {
			this.now += step;
			const number = Math.floor(this.random() * this.last.size);
			const status = this.held.get(String(number)) === 'ACCEPTD' ? 'PDLIVRD' : 'DELIVRD';
			if (this.held.get(String(number)) === 'DELIVRD') continue;
			this.changes++;
			this.put(number, status, timeOf(Math.min(this.now, until)));
		}
		this.now = until;
	}

	async page({ sort, from, to = '9', page }: PageQuery): Promise<Page> {
		this.calls++;
		this.pass(this.answerMs);
		const rows = this.rows(from, to, sort.statusUpdateTs === undefined ? Infinity : PAGE_SIZE);
		if (sort.statusUpdateTs === 'DESC') {
			const newest = this.rows(this.entries[this.entries.length - 1].time, to, Infinity);
			return { changes: newest.entries.slice(-PAGE_SIZE).map(changeOf), total: rows.total };
		}
		if (sort.statusUpdateTs === undefined) rows.entries.sort((a, b) => a.number - b.number);
		const shown = rows.entries.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
		return { changes: shown.map(changeOf), total: rows.total };
	}

	/** What is shown in a span, in order of time, and how much it is in all. */
	private rows(from: string, to: string, limit: number): { entries: Entry[]; total: number } {
		let [low, high] = [0, this.entries.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.entries[middle].time < from) low = middle + 1;
			else high = middle;
		}
		const entries: Entry[] = [];
		let total = 0;
		for (let n = low; n < this.entries.length && this.entries[n].time <= to; n++) {
			if (to === '9' && n % BLOCK === 0 && entries.length >= limit) {
				return { entries, total: total + this.counts.slice(n / BLOCK).reduce((a, b) => a + b, 0) };
			}
			if (!this.entries[n].isShown) continue;
			total++;
			if (entries.length < limit) entries.push(this.entries[n]);
		}
		return { entries, total };
	}

	private put(number: number, status: string, time: string): void {
		const before = this.last.get(number);
		if (before !== undefined) {
			this.entries[before].isShown = false;
			this.counts[Math.floor(before / BLOCK)]--;
		}
		this.last.set(number, this.entries.length);
		const block = Math.floor(this.entries.length / BLOCK);
		this.counts[block] = (this.counts[block] ?? 0) + 1;
		this.entries.push({ number, status, time, isShown: true });
		this.held.set(String(number), status);
	}
}

const changeOf = ({ number, status, time }: Entry): Change => {
	const id = String(number);
	return { id, status, time, row: { id, to: String(77_010_000_000 + number), campaignId: '1' } };
};
