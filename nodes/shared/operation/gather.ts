import { ServiceRefusal } from '../api/faults';
import { settle, valueOf, type Settled } from '../api/promises';
import { resultCode } from '../api/resultCodes';
import { pool } from '../api/gate';
import type { Run } from './run';

export interface SharedCall<V> {
	keys: string[];
	/** The service's response for each key; it may leave keys out. @throws Inseparable */
	ask(): Promise<Map<string, V>>;
	/** Calls to make instead when the service refuses it for one of its keys, or the response is `Inseparable`. */
	parts?: () => Array<SharedCall<V>>;
}

/** The response does not say what belongs to which key: each key needs a call of its own. */
export class Inseparable extends Error {}

export interface Responses<V> {
	/** Of an item with these keys: one of its calls failed, or all have ended. Else the run was halted before. */
	ended(keys: string[]): boolean;
	/** undefined when the service left the key out of its response. @throws the fault of the key's call */
	get(key: string): V | undefined;
}

/**
 * If a call fails, only its own keys fail; in stop mode no further call begins.
 *
 * @param isFailure tells of a key's value that its item fails with it
 */
export async function gather<V>(
	run: Run,
	calls: Array<SharedCall<V>>,
	isFailure: (value: V) => boolean = () => false,
): Promise<Responses<V>> {
	const outcomes = new Map<string, Settled<Map<string, V>>>();
	let broken = false;
	const halted = () => run.halted || (broken && !run.continues);
	const left = [...calls];
	const make = async ({ keys, ask, parts }: SharedCall<V>): Promise<void> => {
		const outcome = await settle(ask);
		if (parts && 'fault' in outcome && mustPart(outcome.fault)) {
			left.push(...parts());
			return;
		}
		broken ||= 'fault' in outcome || [...outcome.value.values()].some(isFailure);
		for (const key of keys) outcomes.set(key, outcome);
	};
	while (left.length > 0 && !halted())
		await pool(left.splice(0), () => run.service.level.reads, halted, make);
	const failed = (key: string) => 'fault' in (outcomes.get(key) ?? {});
	return {
		ended: (keys) => keys.some(failed) || keys.every((key) => outcomes.has(key)),
		get: (key) => (outcomes.has(key) ? valueOf(outcomes.get(key)).get(key) : undefined),
	};
}

const mustPart = (fault: unknown): boolean =>
	fault instanceof Inseparable ||
	(fault instanceof ServiceRefusal && resultCode(fault.code)?.forValue === true);

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
