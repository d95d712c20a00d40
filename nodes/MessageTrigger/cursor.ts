import type { Change, ChangeEvent } from './change';
import type { Memory } from './memory';
import type { Reading } from './reader';
import type { State } from './state';
import { earlier, later, LATEST_S, secondsAfter } from './times';

/** In characters of JSON, all of them ASCII: n8n saves it in its database with every poll. */
const LIMIT = 63_000;
/** A response may be under way for so long: only later times are dated ahead. */
const WAY_S = 10;

/** When a poll began and ended, in ms by the clock of n8n, and the service's time at its end. */
export interface PollTime {
	began: number;
	ended: number;
	clock: string;
}

/**
 * Up to which time all changes have shown: a row of the newest time had been written when it was seen, and
 * a change shows LATEST_S seconds after its own time at the latest. No clock but that of n8n is needed.
 */
export const settledAt = ({ newest, newestAt }: Pick<State, 'newest' | 'newestAt'>, ms: number) =>
	newest && secondsAfter(newest, Math.floor((ms - newestAt) / 1000) - LATEST_S);

/**
 * Finds what is new among the changes that a poll read, and what to remember. Each status of a message is an
 * event only once, in the order of statusUpdateTs.
 *
 * @param start where the poll began to read: rows before it are forgotten, and say nothing
 * @param isWanted whether a status is to be emitted
 */
export function advance(
	state: State,
	memory: Memory,
	start: string,
	{ changes, ...reading }: Reading,
	{ began, ended, clock }: PollTime,
	isWanted: (status: string) => boolean,
): { events: ChangeEvent[]; state: State } {
	const latest = secondsAfter(clock, WAY_S);
	const events: ChangeEvent[] = [];
	for (const change of inOrder(changes)) {
		if (change.time < start) continue;
		const previousStatus = memory.before(change, latest);
		const isNew = memory.learn(change, latest) && change.time > state.begun;
		if (isNew && isWanted(change.status)) events.push({ ...change, previousStatus });
	}

	const newest = changes
		.map(({ time }) => time)
		.reduce((a, b) => (b > a && b <= clock ? b : a), state.newest);
	const seen = newest === state.newest ? state : { newest, newestAt: ended };
	const settled = reading.settled ?? later(settledAt(state, began), settledAt(seen, began));
	const next: State = {
		...state,
		newest,
		newestAt: seen.newestAt,
		from: later(start, earlier(reading.at, settled)),
		begun: reading.isEnd || reading.at > state.begun ? '' : state.begun,
		isInclusive: reading.isInclusive,
		place: reading.place,
	};
	return { events, state: remember(next, memory, reading.at) };
}

/** Packs the memory into the state, as far as there is room. What was dropped is not read again: it would come twice. */
function remember(state: State, memory: Memory, at: string): State {
	const rest = JSON.stringify({ ...state, known: '', statuses: [] }).length;
	const { dropped, ...packed } = memory.pack(Math.floor(((LIMIT - rest) * 3) / 4));
	const kept = dropped === undefined ? state.from : earlier(secondsAfter(dropped, 1), at);
	return { ...state, ...packed, from: later(state.from, kept) };
}

/** By time, then by ID; several changes of one message in a second stay in the order they were read. */
const inOrder = (changes: Change[]): Change[] =>
	[...changes].sort(
		(a, b) => compare(a.time, b.time) || a.id.length - b.id.length || compare(a.id, b.id),
	);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
