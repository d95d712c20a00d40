import { lowestFirst } from '../shared/api/wire';
import { formatInstant } from '../shared/input/time/readTime';
import type { Change, ChangeEvent } from './list';
import type { Memory, Packed } from './memory';
import type { Position, Reading } from './reader';
import { wantsStatus, type Choice } from './settings';
import { earlier, later, LATEST_S, offsetAt, secondsAfter } from './times';

/** What the trigger remembers from poll to poll. A plain object: n8n stores it as JSON. */
export interface State extends Packed, Position {
	/** Account and filters: for others the trigger begins anew. */
	scope: string;
	/** The newest time of a change when it was new, and not ahead of the service's clock; '' while there is none. */
	newest: string;
	/** When `newest` was first seen, in ms by the clock of n8n. */
	newestAt: number;
	/** By how many ms the service's clock was ahead of n8n's then. */
	newestLead: number;
	/** The same in the last poll. */
	clockLead: number;
	/** Which statuses are emitted. */
	choice: Choice;
	/** Changes up to then are old: set when the trigger begins or Trigger On is edited; '' once they were read. */
	begun: string;
	/** The choice before an edit of Trigger On: what it also wanted is not old. */
	before?: Choice;
	/** When the last poll was, in ms by the clock of the service. */
	polledAt: number;
	/** The account's zone in the last poll (IANA name). */
	zone: string;
	/** What changed before this may have been forgotten, and is not read again. */
	forgotten: string;
	/** If only one status is wanted: that, where the service filters by it; '' where not; undefined while not known. */
	status?: string;
}

/** A clock is not wrong by more. */
const CERTAIN_S = 600;

/**
 * The state; where clocks were set back since the last poll, or the account moved to a zone farther west, it begins
 * earlier, since times come again. The account moved if there are rows ahead of the present; else only the zone in the
 * credential was corrected.
 */
export function sinceSetBack(state: State, ms: number, zone: string): State {
	const hasMoved = state.newest > secondsAfter(formatInstant(ms, zone), CERTAIN_S);
	const before = offsetAt(state.polledAt, hasMoved ? state.zone : zone);
	const back = offsetAt(ms, zone) - before;
	if (back >= 0) return state;
	const [again, newest] = [state.from, state.newest].map(
		(time) => time && secondsAfter(time, back),
	);
	const from = later(again, state.forgotten);
	return { ...state, from, newest, place: undefined };
}

/** A reading of fewer rows may be several times as long, and still takes one call. */
const SHORT = 20;
/** By how many seconds the clock that stamps rows may be slow. */
const SLOW_S = 300;

/** In characters of JSON. Leaves room for the rest of the state under 64 KB: n8n saves it with every poll. */
const LIMIT = 62_500;
/** When clocks are set back, a row may still tell the time before that, if it was seen less than so long ago. */
const TWICE_MS = 2 * 3600 * 1000;

/**
 * When a poll began and ended, in ms by the clock of n8n; the service's time at its end, and by how many ms its clock is
 * ahead.
 */
export interface PollTime {
	began: number;
	ended: number;
	clock: string;
	clockLead: number;
	/** Seconds since the last poll. */
	sinceLast: number;
}

/**
 * Up to which time all changes have shown by `ms`. When the newest row was seen, the service's clock had come to its time;
 * and a change shows LATEST_S seconds after its own time at the latest. Only n8n's clock is needed; the service's shows
 * whether that was set forward meanwhile, as after the sleep of a virtual machine.
 */
export function settledAt(
	{ newest, newestAt, newestLead }: Pick<State, 'newest' | 'newestAt' | 'newestLead'>,
	ms: number,
	clockLead: number,
): string {
	const passed = ms - newestAt - Math.max(0, newestLead - clockLead);
	return newest && secondsAfter(newest, Math.floor(passed / 1000) - LATEST_S);
}

/**
 * Finds what is new among the changes that a poll read, and what to remember. Each status of a message is an
 * event only once, in the order of statusUpdateTs.
 *
 * @param start where the poll began to read: rows before it may have been forgotten, and would look new
 */
export function advance(
	state: State,
	memory: Memory,
	start: string,
	{ changes, ...reading }: Reading,
	{ began, ended, clock, clockLead, sinceLast }: PollTime,
): { events: ChangeEvent[]; state: State } {
	const events: ChangeEvent[] = [];
	let { newest, newestAt, newestLead } = state;
	/**
	 * The first of these times, and what went by since the last poll: at the end of the list, a later one is ahead of the
	 * clock that stamps rows.
	 */
	let latest = '';
	for (const change of inOrder(changes)) {
		const { time } = change;
		if (time < start) continue;
		const { isNew, previousStatus } = memory.learn(change, clock);
		const tellsTime = isNew || ended - state.newestAt > TWICE_MS;
		if (tellsTime && time > newest && time <= clock) {
			latest ||= secondsAfter(time, sinceLast);
			if (time <= latest || !reading.isEnd)
				[newest, newestAt, newestLead] = [time, ended, clockLead];
		}
		if (isNew && isWanted(state, change)) events.push({ ...change, previousStatus });
	}

	const settled = reading.settled ?? settledAt({ newest, newestAt, newestLead }, began, clockLead);
	const isShort = reading.isEnd && changes.length < SHORT;
	const safe = isShort ? earlier(settled, secondsAfter(clock, -SLOW_S - LATEST_S)) : settled;
	const next: State = {
		...state,
		newest,
		newestAt,
		newestLead,
		from: later(start, earlier(reading.at, safe)),
		begun: reading.isEnd || reading.at > state.begun ? '' : state.begun,
		isInclusive: reading.isInclusive,
		place: reading.place,
	};
	return { events, state: remember(next, memory, reading.at) };
}

/** Packs the memory into the state, as far as there is room. What is dropped is not read again, since it would look new. */
function remember(state: State, memory: Memory, at: string): State {
	const { packed, dropped } = memory.pack(LIMIT);
	const forgotten = dropped ? earlier(secondsAfter(dropped, 1), at) : state.forgotten;
	return { ...state, ...packed, forgotten, from: later(state.from, forgotten) };
}

const isWanted = ({ choice, begun, before }: State, { status, time }: Change): boolean =>
	wantsStatus(choice, status) &&
	(time > begun || (before !== undefined && wantsStatus(before, status)));

/** By time, then by ID; several changes of one message in a second stay in the order they were read. */
const inOrder = (changes: Change[]): Change[] =>
	[...changes].sort((a, b) => (a.time === b.time ? lowestFirst(a, b) : a.time < b.time ? -1 : 1));
