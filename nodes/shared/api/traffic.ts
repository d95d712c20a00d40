import { Gate } from './gate';
import { Level } from './level';
import { Pace } from './pace';
import { pause } from './promises';

/** How long a traffic that is not used is kept. In ms. */
const KEPT_MS = 60_000;
/** Accounts whose traffic is kept. */
const KEPT = 100;

/** The calls for one account: all its runs in this process share their number at once and their rate. */
export class Traffic {
	readonly level = new Level();

	/** The items of a run, the pages of each, and other runs share it. */
	readonly reads = new Gate(() => this.level.reads);

	private readonly paces = new Map<string, Pace>();

	private usedAt = Date.now();

	/** A limit for one method must not hold up the others. */
	paceOf(method: string): Pace {
		this.usedAt = Date.now();
		const pace = this.paces.get(method) ?? new Pace();
		this.paces.set(method, pace);
		return pace;
	}

	/** It is in use, or was until recently. */
	get isFresh(): boolean {
		// The machine's clock may be set back.
		return this.level.isUsed || Math.abs(Date.now() - this.usedAt) < KEPT_MS;
	}
}

const all = new Map<string, Traffic>();

/** @param account its id */
export function trafficOf(account: string): Traffic {
	const known = all.get(account);
	const traffic = known?.isFresh ? known : new Traffic();
	all.delete(account);
	all.set(account, traffic);
	const [oldest] = all.keys();
	if (all.size > KEPT) all.delete(oldest);
	return traffic;
}

/** Parts the starts of the calls of one run by the interval that the user set. */
export class Spacing {
	private readonly line = new Gate(() => 1);

	private next = 0;

	constructor(private readonly intervalMs = 0) {}

	async turn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
		if (this.intervalMs === 0) return await work();
		return await this.line.through(async () => {
			await pause(this.next - Date.now(), signal);
			const done = await work();
			this.next = Date.now() + this.intervalMs;
			return done;
		}, signal);
	}
}
