import { createHash } from 'node:crypto';

/** The next number of a stream, from 0 up to but not including 1. */
export type Random = () => number;

const hash = (text: string): number => createHash('sha1').update(text).digest().readUInt32LE();

/** The numbers of a seed, by Mulberry32. */
export function numbers(seed: number): Random {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/**
 * All that is random here. A stream depends on the seed, on what it is for, and on how often it was asked
 * for before, but not on other streams: a run repeats even when its calls come in another order.
 */
export class RandomSource {
	private readonly asked = new Map<string, number>();
	private seed = 1;

	/** A stream that differs each time it is asked for. */
	stream(purpose: string): Random {
		const count = this.asked.get(purpose) ?? 0;
		this.asked.set(purpose, count + 1);
		return numbers(hash(`${this.seed} ${count} ${purpose}`));
	}

	/** One number that is the same each time, such as a trait of a message. */
	fixed(purpose: string): number {
		return numbers(hash(`${this.seed} ${purpose}`))();
	}

	/** Begins anew, with this seed. */
	restart(seed: number): void {
		this.seed = seed;
		this.asked.clear();
	}
}

/** A whole number from `low` to `high`, both included. */
export const between = (random: Random, low: number, high: number): number =>
	low + Math.floor(random() * (high - low + 1));

export const oneOf = <T,>(random: Random, values: readonly T[]): T =>
	values[Math.floor(random() * values.length)];

/** All that is drawn from one seed. */
export class Numbers {
	/** From 0 up to 1. */
	readonly next: Random;

	constructor(seed: number) {
		this.next = numbers(seed);
	}

	between = (low: number, high: number): number => between(this.next, low, high);

	/** True in so many of a hundred cases. */
	percent = (rate: number): boolean => this.next() * 100 < rate;
}
