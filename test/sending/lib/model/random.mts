/** Numbers that a seed repeats: mulberry32. */
export class Numbers {
	constructor(private state: number) {}

	/** From 0 up to 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `low` to `high`. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	/** True in so many of a hundred cases. */
	percent(rate: number): boolean {
		return this.next() * 100 < rate;
	}
}
