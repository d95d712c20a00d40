import { isAbove } from '../../shared/api/wire';
import type { Attempt, Item } from './item';
import type { Acceptance } from './verdict';

/** The list shows times in whole seconds. */
const SECOND_MS = 1000;

/** A message in the service's list, to exactly the recipient that was asked for. */
export interface ListedMessage {
	id: string;
	campaignId: string;
	text: unknown;
	/** When its sending began and when its status changed, as far as known, in ms since the epoch. */
	times: number[];
}

/** A span by the service's clock, in ms since the epoch. Without `to` it is still open. */
export interface TimeRange {
	from: number;
	to?: number;
}

/** When a message was tried, by the service's clock: not before `from`, and not after `to`. */
export interface Bracket extends TimeRange {
	/** It may have begun this much after `from`, and ended this much before `to`, in ms; 0 if the clock is known well. */
	unsure: number;
	/** The highest message id that was known when the call began. */
	above?: string;
}

/** When a message was tried. */
export interface Tried {
	/** The call of this try; undefined for one of an earlier try. */
	attempt?: Attempt;
	/** What an earlier try knew; undefined when it was killed. */
	bracket?: Bracket;
}

/** An accepted message, so it is known when it was made. */
export interface Witness extends Tried {
	campaignId: string;
}

/** What a run knows of its own messages. */
export interface Known {
	/** Ids of messages that belong to one of its items. */
	readonly taken: ReadonlySet<string>;
	/** Shows whether the list's times are right; undefined if no message was accepted. */
	readonly witness?: Witness;
}

/** A message that may or may not have been sent. */
export interface Unclear extends Tried {
	item: Item;
	/** The fault of the call. */
	fault?: unknown;
	queued?: Acceptance;
	/** Ids of messages that may be this one; undefined while the list could not be read. */
	found?: string[];
	/** An equal call of another run may have made what is found. Only the process that made it can tell. */
	hadRivals?: boolean;
}

/** Whether a listed message may have been made in the bracket, as far as its times show. */
export const fits = ({ id, times }: ListedMessage, { from, above }: Bracket): boolean =>
	isAbove(id, above) && times.every((shown) => shown > from - SECOND_MS);

/** Whether a call that began then may have made a message of the bracket: the service may be late. */
export const mayReach = (began: number, { to = Infinity }: Bracket): boolean =>
	began - SECOND_MS < to;

/**
 * Decides which message belongs to which of several equal calls, each of which made one or none.
 *
 * @param calls in the order in which they were made, each with the ids of the messages that fit it
 * @param areTimesShown otherwise a message may fit an earlier call than the one that made it
 * @returns the id for each call, undefined if there is any doubt
 */
export function assign(
	calls: Array<Set<string>>,
	areTimesShown: boolean,
): Array<string | undefined> {
	const all = [...new Set(calls.flatMap((ids) => [...ids]))].sort((a, b) =>
		isAbove(a, b) ? 1 : -1,
	);
	// As many messages as calls, one after another: each call made its own.
	if (all.length === calls.length && calls.every((ids, n) => ids.has(all[n]))) return all;
	if (!areTimesShown) return calls.map(() => undefined);
	return calls.map((ids, n) => {
		const [id] = ids;
		const isOnly = ids.size === 1 && calls.every((other, m) => m === n || !other.has(id));
		return isOnly ? id : undefined;
	});
}
