import { parseArgs } from 'node:util';
import { between, numbers } from '../../../service/freedoms/random.mts';

/** `--name value` of the command line. */
export function option(name: string): string | undefined {
	const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false });
	const value = values[name];
	return typeof value === 'string' ? value : undefined;
}

/** `--name value` of the command line, as a number. */
export function numberOption(name: string, otherwise: number): number {
	const value = Number(option(name) ?? otherwise);
	if (Number.isFinite(value) && value >= 0) return value;
	throw new Error(`--${name} needs a number, not ${option(name)}`);
}

export type Random = ReturnType<typeof seeded>;

/** Chance from the seed asked for by `--seed`, or from a new one. */
export function seeded() {
	const seed = numberOption('seed', Date.now() % 1_000_000_000);
	console.log(`Seed ${seed} (--seed ${seed} draws the same again)`);
	/** From 0, inclusive, to 1, exclusive. */
	const next = numbers(seed);
	/** A whole number; both ends inclusive. */
	const whole = (least: number, most: number) => between(next, least, most);
	return { next, between: whole };
}
