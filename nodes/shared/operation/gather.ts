import { settle, type Outcome } from '../outcome';
import { CONCURRENCY } from './eachItem';
import { pool } from './pool';
import type { Run } from './run';

/** One call that answers for several keys, and so for several items. */
export interface SharedCall<V> {
	keys: string[];
	/** What the service answered for each key; it may leave keys out. */
	ask(): Promise<Map<string, V>>;
}

export interface Answers<V> {
	/** False when the run was halted before the key's call began. */
	has(key: string): boolean;
	/** undefined when the service left the key out of its answer. @throws the fault of the key's call */
	get(key: string): V | undefined;
}

/**
 * Makes calls that items share, a few side by side. A call that goes wrong concerns only its own keys;
 * in stop mode it keeps further calls from beginning.
 */
export async function gather<V>(run: Run, calls: Array<SharedCall<V>>): Promise<Answers<V>> {
	const outcomes = new Map<string, Outcome<Map<string, V>>>();
	let broken = false;
	await pool(
		calls,
		CONCURRENCY,
		() => run.halted || (broken && !run.continues),
		async ({ keys, ask }) => {
			const outcome = await settle(ask);
			broken ||= 'fault' in outcome;
			for (const key of keys) outcomes.set(key, outcome);
		},
	);
	return {
		has: (key) => outcomes.has(key),
		get(key) {
			const outcome = outcomes.get(key);
			if (outcome && 'fault' in outcome) throw outcome.fault;
			return outcome?.value.get(key);
		},
	};
}

/** Cuts the distinct values of a list into parts of at most `size`. */
export function chunks<T>(list: Iterable<T>, size: number): T[][] {
	const distinct = [...new Set(list)];
	const parts: T[][] = [];
	for (let start = 0; start < distinct.length; start += size) {
		parts.push(distinct.slice(start, start + size));
	}
	return parts;
}
