import { between, numbers, type Random } from '../../../service/freedoms/random.mts';

/** Numbers that a seed repeats. */
export class Numbers {
	/** From 0 up to 1. */
	readonly next: Random;

	constructor(seed: number) {
		this.next = numbers(seed);
	}

	/** A whole number from `low` to `high`. */
	between = (low: number, high: number): number => between(this.next, low, high);

	/** True in so many of a hundred cases. */
	percent = (rate: number): boolean => this.next() * 100 < rate;
}
