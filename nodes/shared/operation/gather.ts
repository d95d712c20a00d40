import { isForValue } from '../api/faults';
import { settle, valueOf, type Settled } from '../api/promises';
import type { Run } from './run';

/** One call for the keys of several items. */
export interface SharedCall<V> {
	keys: string[];
	/** What the service says to each key; it may leave keys out. @throws Inseparable */
	ask(): Promise<Map<string, Settled<V>>>;
	/** Calls to make instead, if the service refuses the call for one of its keys, or the response is `Inseparable`. */
	parts?: () => Array<SharedCall<V>>;
}

/** The response does not say what belongs to which key: each key needs a call of its own. */
export class Inseparable extends Error {}

/**
 * If a call fails, only its own keys fail; in stop mode no further call begins.
 *
 * @returns what the service says to the keys of an item; undefined if the run was halted before it was asked
 */
export async function gather<V>(run: Run, calls: Array<SharedCall<V>>) {
	const ends = new Map<string, Settled<V | undefined>>();
	let broken = false;
	const halted = () => run.halted || (broken && !run.continues);
	const make = async ({ keys, ask, parts }: SharedCall<V>): Promise<void> => {
		const outcome = await settle(ask());
		const fault = 'fault' in outcome && outcome.fault;
		if (parts && (fault instanceof Inseparable || isForValue(fault))) {
			for (const part of parts()) if (!halted()) await make(part);
			return;
		}
		for (const key of keys) {
			const end = 'fault' in outcome ? outcome : (outcome.value.get(key) ?? { value: undefined });
			broken ||= 'fault' in end;
			ends.set(key, end);
		}
		if (broken && !run.continues) run.stopWrites();
	};
	let made = 0;
	const count = async (call: SharedCall<V>): Promise<void> => {
		await make(call);
		made++;
		run.tell(() => `calls made: ${made} of ${calls.length}`);
	};
	await run.service.each('reads', calls, count, halted);
	return (keys: string[]): Settled<Array<V | undefined>> | undefined => {
		const own = keys.map((key) => ends.get(key));
		const failed = own.find((end) => end !== undefined && 'fault' in end);
		if (failed && 'fault' in failed) return failed;
		return own.includes(undefined) ? undefined : { value: own.map(valueOf) };
	};
}

/** Splits the distinct values of a list into parts of at most `size`. */
export function chunks<T>(list: Iterable<T>, size: number): T[][] {
	const distinct = [...new Set(list)];
	const count = Math.ceil(distinct.length / size);
	return Array.from({ length: count }, (_, n) => distinct.slice(n * size, (n + 1) * size));
}

/** Groups a list by a key, in order of first appearance. */
export function groupBy<T>(list: readonly T[], keyOf: (element: T) => string): T[][] {
	const groups = new Map<string, T[]>();
	for (const element of list) {
		const key = keyOf(element);
		const group = groups.get(key);
		if (group) group.push(element);
		else groups.set(key, [element]);
	}
	return [...groups.values()];
}
