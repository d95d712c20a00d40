import { parseArgs } from 'node:util';

/** Chance from one printed number, so that a plan can be drawn again. The algorithm is mulberry32. */
export class Random {
	private state: number;

	constructor(readonly seed: number) {
		this.state = seed;
	}

	/** From 0, inclusive, to 1, exclusive. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number; both ends inclusive. */
	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}
}

/** `--name value` of the command line, as a number. */
export function numberOption(name: string, otherwise: number): number {
	const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false });
	const value = values[name] === undefined ? otherwise : Number(values[name]);
	if (Number.isFinite(value) && value >= 0) return value;
	throw new Error(`--${name} needs a number, not ${String(values[name])}`);
}

/** The seed asked for by `--seed`, or a new one. */
export const seedOption = (): number => numberOption('seed', Date.now() % 1_000_000_000);
