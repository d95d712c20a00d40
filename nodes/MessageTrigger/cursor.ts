import type { Change, ChangeEvent } from './change';
import { Memory, type Packed } from './memory';

/** What the trigger remembers from poll to poll. */
export interface State extends Packed {
	/** Of which account and filters this is the state: another scope starts anew. */
	scope: string;
}

/** A state that knows nothing, and reads from a time on. */
export const blankState = (scope: string, from: string): State => ({
	scope,
	from,
	known: {},
	fingerprints: '',
});

/**
 * Tells what is new among the changes that a poll read, and what to remember. Each change is told once,
 * in the order of statusUpdateTs. A status that is only stamped anew is no change.
 *
 * @param changes everything that the service showed since `state.from`, in the order in which it was
 * read; twice the same does no harm
 * @param from where the next poll is to begin; never before the state's own
 */
export function advance(
	state: State,
	changes: Change[],
	from: string,
): { events: ChangeEvent[]; state: State } {
	const memory = new Memory(state);
	const events: ChangeEvent[] = [];
	for (const change of inOrder(changes)) {
		if (!memory.has(change)) {
			events.push({ ...change, previousStatus: memory.statusOf(change.id) ?? null });
		}
		// Also what is known: it is to be remembered by what this poll saw.
		memory.add(change);
	}
	const start = from > state.from ? from : state.from;
	return { events, state: { scope: state.scope, ...memory.pack(start) } };
}

/** Within a second by ID; what one message did within a second, in the order in which it was read. */
const inOrder = (changes: Change[]): Change[] =>
	[...changes].sort(
		(a, b) => compare(a.time, b.time) || a.id.length - b.id.length || compare(a.id, b.id),
	);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
