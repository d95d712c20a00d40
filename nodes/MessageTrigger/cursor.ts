import type { Change, ChangeEvent } from './change';
import { wants, wantsStatus } from './choice';
import { Memory } from './memory';
import type { Reading } from './position';
import type { State } from './state';
import {
	earlier,
	LATEST_S,
	later,
	LOOK_BACK_S,
	secondMoment,
	secondsAfter,
	type Now,
} from './times';

const QUIET_MS = 600_000;
/** No zone of the account can be further off. */
const DAY_S = 26 * 3600;
/** In characters of JSON, all of them ASCII: n8n keeps it in its database, with every save. */
const LIMIT = 63_000;

/**
 * Where a poll begins to read. Never ahead of the service's clock, so that a row dated ahead hides
 * nothing; back as far as changes may still show late; and back over so many rows as cost no call.
 *
 * None of this takes the zone of the account for right. Where it is wrong, the clock may lie hours ahead
 * and hold nothing back. Then a change of the clocks in autumn, or a row dated ahead, can leave changes
 * behind, so after ten quiet minutes the last hour is read again.
 *
 * @param freeRows so many leave room on a page for what is new
 */
export function startOf(
	state: State,
	memory: Memory,
	now: Now,
	{ zone, freeRows }: { zone: string; freeRows: number },
): string {
	const reached = earlier(state.from, now.settled);
	const starts = [reached];
	if (state.isWhole) {
		starts.push(memory.startOfNewest(freeRows) ?? state.since);
		if (isQuiet(state, now)) starts.push(secondsAfter(reached, -LOOK_BACK_S));
	}
	const again = secondMoment(state.from, zone);
	const isRepeated = again !== undefined && now.ms < again + LATEST_S * 1000;
	if (isRepeated) starts.push(secondsAfter(state.from, -LOOK_BACK_S));
	return later(starts.reduce(earlier), state.since);
}

const isQuiet = (state: State, now: Now): boolean =>
	now.ms >= state.lookAt && state.lookAt - state.newsAt <= 12 * QUIET_MS;

/**
 * Says what is new among the changes that a poll read, and what to remember. Each change is an event
 * once, in the order of statusUpdateTs.
 *
 * @param reading what the service showed since `startOf`; twice the same does no harm
 * @returns the events that are wanted
 */
export function advance(
	state: State,
	memory: Memory,
	reading: Reading,
	now: Now,
): { events: ChangeEvent[]; state: State } {
	const { changes, ...position } = reading;
	const events: ChangeEvent[] = [];
	let hasNews = false;
	for (const change of inOrder(changes)) {
		if (change.time < state.since) continue;
		const previousStatus = memory.before(change, now.latest);
		if (!memory.learn(change, now.latest)) continue;
		hasNews = true;
		if (isWanted(state, change)) events.push({ ...change, previousStatus });
	}
	if (reading.place) memory.touch(changes);
	const isLooked = hasNews || isQuiet(state, now);
	const next: State = {
		...state,
		...position,
		from: nextFrom(state, reading, now, hasNews),
		newest: newestOf(state.newest, changes, now),
		isWhole: reading.isWhole || changes.length === 0,
		edits: isUpToDate(state, reading) ? [] : state.edits,
		newsAt: hasNews ? now.ms : state.newsAt,
		lookAt: isLooked ? now.ms + QUIET_MS : state.lookAt,
		stuck: state.stuck,
	};
	const isStill =
		next.from === state.from && JSON.stringify(next.place) === JSON.stringify(state.place);
	if (reading.missing !== undefined || (!reading.isWhole && !hasNews && isStill)) next.stuck++;
	else if (reading.isWhole || hasNews || next.from > state.from) next.stuck = 0;
	return { events, state: remember(next, memory, now) };
}

/** All that was there at the edits was read. An answer without rows is no proof, where some were. */
const isUpToDate = ({ edits }: State, { isWhole, changes }: Reading): boolean =>
	isWhole && (changes.length > 0 || edits.every(({ wasEmpty }) => wasEmpty));

/** Where the next poll begins: back as far as changes may not have shown yet to this one. */
function nextFrom(state: State, reading: Reading, now: Now, hasNews: boolean): string {
	const { changes, from, isWhole } = reading;
	if (changes.length === 0) return state.from;
	// A row that is dated ahead says nothing of the clock that stamps the others.
	const limit = changes.some(({ time }) => time > now.latest) ? now.sure : now.settled;
	// Ahead of the clock only the newest change before it counts; while reading, in whatever zone the clock is.
	const ahead = isWhole ? now.time : secondsAfter(now.time, DAY_S);
	const reached = from > ahead ? newestOf(state.newest, changes, now) || state.from : from;
	// A poll without news gets on all the same, where it has to stop early.
	if (!isWhole) return earlier(reached, hasNews ? limit : now.time);
	// Whatever the zone of the account is: by the time that passed since the newest change came.
	const isRecent = hasNews || now.ms - state.newsAt < LATEST_S * 1000;
	return earlier(limit, isRecent ? secondsAfter(reached, -LATEST_S) : reached);
}

/** A row dated ahead may change, and then has an earlier time. */
const newestOf = (before: string, changes: Change[], now: Now): string =>
	changes.map(({ time }) => time).reduce((a, b) => (b > a && b <= now.time ? b : a), before);

/** Puts the memory into the state, as far as there is room. */
function remember(state: State, memory: Memory, now: Now): State {
	const rest = JSON.stringify({ ...state, known: '', statuses: [] }).length;
	const { known, statuses, dropped } = memory.pack(Math.floor(((LIMIT - rest) * 3) / 4));
	if (dropped === undefined) return { ...state, known, statuses };
	// What was dropped is not read again, so that it is not emitted twice. But a second that is not over
	// may get more changes, and one that is half read has more.
	const over = later(now.time, earlier(state.newest, secondsAfter(now.time, DAY_S)));
	const ends = [secondsAfter(dropped, 1), over, state.place?.from ?? over];
	const since = later(state.since, ends.reduce(earlier));
	return { ...state, known, statuses, since, from: later(state.from, since) };
}

/** Whether the choice of now wants a change, and for one from before an edit those before it, too. */
function isWanted({ choice, edits }: State, change: Change): boolean {
	const before = edits.filter(({ until }) => change.time <= until).map((edit) => edit.choice);
	// The filters of now were applied by the service.
	return (
		wantsStatus(choice, change.status) &&
		before.every((each) => each !== null && wants(each, change))
	);
}

/** Within a second by ID; what one message did within a second, in the order in which it was read. */
const inOrder = (changes: Change[]): Change[] =>
	[...changes].sort(
		(a, b) => compare(a.time, b.time) || a.id.length - b.id.length || compare(a.id, b.id),
	);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
