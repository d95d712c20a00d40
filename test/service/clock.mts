/** The clock that stamps an account's rows; it may be wrong. */
export class AccountClock {
	private moment: number | undefined;

	/** @param time by this clock, in ms since the epoch */
	constructor(private readonly time: () => number) {}

	now(): number {
		return this.moment ?? this.time();
	}

	/** Lets `act` happen as of `moment` (ms), for what was due before somebody looked. */
	during(moment: number, act: () => void): void {
		const outer = this.moment;
		this.moment = moment;
		try {
			act();
		} finally {
			this.moment = outer;
		}
	}
}

interface Entry {
	due: number;
	act: () => void;
}

/**
 * Things that happen later. There are no timers: whoever looks at the store first lets everything
 * happen that is due by the clock, in order of time.
 */
export class Agenda {
	private entries: Entry[] = [];
	private nextDue = Infinity;

	schedule(due: number, act: () => void): void {
		this.entries.push({ due, act });
		this.nextDue = Math.min(this.nextDue, due);
	}

	/** Each thing happens as of the time it was due, and what it brings about in turn, too. */
	settle(clock: AccountClock): void {
		while (this.nextDue <= clock.now()) {
			for (const { due, act } of this.takeDue(clock.now())) clock.during(due, act);
		}
	}

	private takeDue(now: number): Entry[] {
		const due = this.entries.filter((entry) => entry.due <= now);
		this.entries = this.entries.filter((entry) => entry.due > now);
		this.nextDue = this.entries.reduce((least, entry) => Math.min(least, entry.due), Infinity);
		return due.sort((a, b) => a.due - b.due);
	}
}
