import type { Guarded } from './claims';

/** The key was used by a write that was accepted. There are two: if one cannot be asked for, the other can. */
export const doneEntries = (key: string): [string, string] => [
	`${key}\u0000done`,
	`${key}\u0000done too`,
];

/** The write of the item got this id. */
export const proof = ({ slot }: Guarded, id: string): string => `${slot} ${id}`;

/** Entries that are added to the next write of the store, and again to the one after. */
export class Confirmations {
	private fresh: string[] = [];

	private written: string[] = [];

	add(entries: string[]): void {
		this.fresh.push(...entries);
	}

	/** Takes the entries for the next write. */
	next(): string[] {
		const entries = [...this.written, ...this.fresh];
		[this.written, this.fresh] = [this.fresh, []];
		return entries;
	}

	/** Takes the entries for the last write; none if all were written before. */
	rest(): string[] {
		return this.fresh.length === 0 ? [] : this.next();
	}
}

/** How long the entries of a run are kept: a job that is killed is started again within minutes. */
const KEPT_MS = 3_600_000;

/** Most entries that are removed at once, because removing is slow. */
const MOST = 1000;

/**
 * Entries of runs that are over. They are kept a while, since n8n may be killed while a later node of the
 * execution works, and then starts the job from the beginning.
 */
export class Retired {
	private readonly runs: Array<{ at: number; entries: string[] }> = [];

	add(entries: string[]): void {
		this.runs.push({ at: Date.now(), entries });
	}

	/** Takes those that need not be kept any longer. */
	due(): string[] {
		const due: string[] = [];
		while (this.runs.length > 0 && due.length < MOST && this.runs[0].at < Date.now() - KEPT_MS) {
			due.push(...(this.runs.shift()?.entries ?? []));
		}
		return due;
	}
}

/** How many released entries are remembered. */
const MOST_RELEASED = 10_000;

/**
 * Entries that this process removed because nothing was begun under them, each with the token that was
 * written and is removed with it. If the store failed, or another process wrote its older list back, both
 * are still there, and the entry is free. An entry without its token belongs to another process.
 */
export class Released {
	private readonly tokens = new Map<string, string>();

	/** To be called before both are removed. */
	add(entry: string, token: string): void {
		this.tokens.set(entry, token);
		for (const oldest of this.tokens.keys()) {
			if (this.tokens.size <= MOST_RELEASED) break;
			this.tokens.delete(oldest);
		}
	}

	tokenOf = (entry: string): string | undefined => this.tokens.get(entry);

	/** The entry is in use again. @returns whether it was free */
	take = (entry: string): boolean => this.tokens.delete(entry);

	/** These tokens do not prove any longer that an entry is free. */
	forget(gone: Set<string>): void {
		for (const [entry, token] of this.tokens) if (gone.has(token)) this.tokens.delete(entry);
	}
}
