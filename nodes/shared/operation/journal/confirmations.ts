/** Entries that go along with the next write of the store, and once more with the one after. */
export class Confirmations {
	private fresh: string[] = [];

	private written: string[] = [];

	add(entries: string[]): void {
		this.fresh.push(...entries);
	}

	/** Takes what the next write is to hold. */
	next(): string[] {
		const entries = [...this.written, ...this.fresh];
		[this.written, this.fresh] = [this.fresh, []];
		return entries;
	}

	/** Takes what the last write is to hold; nothing where all was written before. */
	rest(): string[] {
		return this.fresh.length === 0 ? [] : this.next();
	}
}
