import type { Change } from '../../../nodes/MessageTrigger/change';
import type { Asked, MessageList, Page } from '../../../nodes/MessageTrigger/list';

/** A status that a message had, as the list showed it. */
export interface Held {
	id: string;
	status: string;
	/** In seconds, and as the service writes it. */
	at: number;
	time: string;
	/** Moments: they count the visible changes of the world. */
	since: number;
	until: number;
	/** It became visible some time after it happened. */
	late: boolean;
}

type Act = () => Promise<void> | void;
type Due = { visibleAt: number; id: string; status: string; at: number };

/** When the world begins, as a clock in UTC shows it. */
export const NOON = Date.UTC(2026, 2, 10, 12);

const timeOf = (second: number): string =>
	new Date(NOON + second * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** The service in memory: a clock in seconds, and messages that change at once or show it late. */
export class World {
	now = 0;
	moment = 0;
	calls = 0;
	/** Told of everything that becomes visible. */
	onShow: (held: Held) => void = () => undefined;
	private acts: Act[] = [];
	private readonly heldBy = new Map<string, Held[]>();
	private pending: Due[] = [];

	constructor(
		readonly pageSize: number,
		/** No change shows later than this, in seconds. */
		private readonly latest: number,
	) {}

	/** Everything that was ever visible. */
	get history(): Held[] {
		return [...this.heldBy.values()].flat();
	}

	of(id: string): Held[] {
		return this.heldBy.get(id) ?? [];
	}

	/** What happens before the answer of each of the next calls. */
	script(acts: Act[]): void {
		this.acts = [...acts];
	}

	/** A call has come. */
	async called(): Promise<void> {
		this.calls++;
		await this.acts.shift()?.();
	}

	tick(seconds: number): void {
		for (let second = 0; second < seconds; second++) {
			this.now++;
			const due = this.pending.filter(({ visibleAt }) => visibleAt <= this.now);
			this.pending = this.pending.filter(({ visibleAt }) => visibleAt > this.now);
			for (const { id, status, at } of due) this.show(id, status, at);
		}
	}

	/** A message gets a status, and shows it `late` seconds after. */
	change(id: string, status: string, late = 0): void {
		const delay = Math.min(late, this.latest);
		if (delay === 0) this.show(id, status, this.now);
		else this.pending.push({ visibleAt: this.now + delay, id, status, at: this.now });
	}

	/** How many messages the list shows from a time on. */
	visibleSince(time: string): number {
		return this.visible().filter((held) => held.time >= time).length;
	}

	/** The list as the trigger asks for it. */
	list(): MessageList {
		return { page: async (asked) => await this.page(asked) };
	}

	private visible(): Held[] {
		return [...this.heldBy.values()].flatMap((held) => held.slice(-1));
	}

	private async page({ order, from, to = '9', page }: Asked): Promise<Page> {
		await this.called();
		const rows = this.visible()
			.map(({ id, status, time }): Change => ({ id, status, time, row: { id } }))
			.filter(({ time }) => time >= from && time <= to)
			.sort((a, b) => (a.time === b.time ? (a.id < b.id ? -1 : 1) : a.time < b.time ? -1 : 1));
		if (order === 'DESC') rows.reverse();
		const changes = rows.slice(page * this.pageSize, (page + 1) * this.pageSize);
		return { changes, rows: changes.length, total: rows.length };
	}

	/** A late change does not undo a newer one, and a message does not come back to a status within a second. */
	private show(id: string, status: string, at: number): void {
		const before = this.of(id);
		const old = before.at(-1);
		if (old && (old.at > at || old.status === status)) return;
		if (before.some((held) => held.status === status && held.at === at)) return;
		this.moment++;
		if (old) old.until = this.moment;
		const [since, until, late] = [this.moment, Infinity, at < this.now];
		const held = { id, status, at, time: timeOf(at), since, until, late };
		this.heldBy.set(id, [...before, held]);
		this.onShow(held);
	}
}
