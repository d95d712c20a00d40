/** Orders decimal ids by value; they may be larger than a safe integer. */
export const compareIds = (a: string, b: string): number =>
	a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Hands out growing ids, as decimal strings. */
export class IdSequence {
	private last: bigint;
	constructor(private readonly start: bigint) {
		this.last = start;
	}

	next(): string {
		this.last += 1n;
		return String(this.last);
	}

	/** Keeps later ids above one that a test chose itself. */
	skipPast(id: string): void {
		const value = BigInt(id);
		if (value > this.last) this.last = value;
	}

	reset(): void {
		this.last = this.start;
	}
}
