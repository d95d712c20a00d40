import { parseArgs } from 'node:util';
import { between, numbers } from '../../../service/freedoms/random.mts';

/** Chance from one printed number, so that a plan can be drawn again. */
export class Random {
	/** From 0, inclusive, to 1, exclusive. */
	readonly next: () => number;

	constructor(readonly seed: number) {
		this.next = numbers(seed);
	}

	/** A whole number; both ends inclusive. */
	between(least: number, most: number): number {
		return between(this.next, least, most);
	}
}

/** `--name value` of the command line, as a number. */
export function numberOption(name: string, otherwise: number): number {
	const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false });
	const value = values[name] === undefined ? otherwise : Number(values[name]);
	if (Number.isFinite(value) && value >= 0) return value;
	throw new Error(`--${name} needs a number, not ${String(values[name])}`);
}

/** Chance from the seed asked for by `--seed`, or from a new one. */
export function seeded(): Random {
	const random = new Random(numberOption('seed', Date.now() % 1_000_000_000));
	console.log(`Seed ${random.seed} (--seed ${random.seed} draws the same again)`);
	return random;
}
