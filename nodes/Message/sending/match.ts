import { isAbove, UNSURE_MS, type Row, type Span } from './lookUp';

/** When a message was tried, in the service's own terms. */
export interface Bracket extends Span {
	/** The highest message id that was known when the call began. */
	above?: string;
}

/** The row may have been made in this span, as far as it shows: its times are whole seconds. */
export const fits = ({ id, times }: Row, { from, above }: Bracket): boolean =>
	isAbove(id, above) && times.every((shown) => shown > from - 1000);

export const overlap = (one: Span, other: Span): boolean =>
	one.from - UNSURE_MS <= (other.to ?? Infinity) && other.from - UNSURE_MS <= (one.to ?? Infinity);

/**
 * Decides which message belongs to which of some equal calls, each of which made one or none.
 *
 * @param calls in the order in which they were made, each with the ids of the messages that fit it
 * @returns the id for each call, undefined where there is any doubt
 */
export function assign(calls: Array<Set<string>>): Array<string | undefined> {
	const all = [...new Set(calls.flatMap((ids) => [...ids]))].sort((a, b) =>
		isAbove(a, b) ? 1 : -1,
	);
	// As many messages as calls, one after another: each call made its own.
	if (all.length === calls.length && calls.every((ids, n) => ids.has(all[n]))) return all;
	return calls.map((ids, n) => {
		const [id] = ids;
		const isOnly = ids.size === 1 && calls.every((other, m) => m === n || !other.has(id));
		return isOnly ? id : undefined;
	});
}
