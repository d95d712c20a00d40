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

	settle(now: number): void {
		if (now < this.nextDue) return;
		const due = this.entries.filter((entry) => entry.due <= now);
		this.entries = this.entries.filter((entry) => entry.due > now);
		this.nextDue = this.entries.reduce((least, entry) => Math.min(least, entry.due), Infinity);
		due.sort((a, b) => a.due - b.due).forEach((entry) => entry.act());
	}

	clear(): void {
		this.entries = [];
		this.nextDue = Infinity;
	}
}
