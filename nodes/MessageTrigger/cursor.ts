import { isRecord } from '../shared/api/envelope';
import type { Change, ChangeEvent } from './change';
import type { Groups } from './groups';
import { Memory, type Packed } from './memory';
import type { Position, Reading } from './reading';
import { isTime } from './serviceClock';

/** What the trigger remembers from poll to poll. */
export interface State extends Packed, Position {
	/** Of which account and filters this is the state: another scope starts anew. */
	scope: string;
}

/** A state that knows nothing, and reads from a position on. */
export const blankState = (scope: string, { from, newest, newestAt }: Position): State => {
	return { scope, from, newest, newestAt, known: {}, fingerprints: '' };
};

/**
 * Tells what is new among the changes that a poll read, and what to remember. Each change is told once,
 * in the order of statusUpdateTs. A status that is only stamped anew is no change.
 *
 * @param reading everything that the service showed since `state.from`, in the order in which it was
 * read; twice the same does no harm. It never ends before the state's own position.
 */
export function advance(
	state: State,
	{ changes, isWhole, from, newest, newestAt }: Reading,
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
	return {
		events,
		state: { scope: state.scope, newest, newestAt, ...memory.pack(start, isWhole) },
	};
}

/** Within a second by ID; what one message did within a second, in the order in which it was read. */
const inOrder = (changes: Change[]): Change[] =>
	[...changes].sort(
		(a, b) => compare(a.time, b.time) || a.id.length - b.id.length || compare(a.id, b.id),
	);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The state in n8n's static data, if it is one of this scope.
 *
 * @returns undefined where the trigger is to start anew: nothing saved, other filters, another account
 */
export function readState(saved: unknown, scope: string): State | undefined {
	if (!isRecord(saved) || saved.scope !== scope) return undefined;
	const { from, newest, newestAt, known, fingerprints } = saved;
	if (!isTime(from) || !isTime(newest) || typeof newestAt !== 'number') return undefined;
	if (typeof fingerprints !== 'string' || !isGroups(known)) return undefined;
	return { scope, from, newest, newestAt, known, fingerprints };
}

const isGroups = (value: unknown): value is Groups =>
	isRecord(value) &&
	Object.values(value).every(
		(statuses) =>
			isRecord(statuses) && Object.values(statuses).every((ids) => typeof ids === 'string'),
	);
