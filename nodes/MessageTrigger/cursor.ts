import type { Change, ChangeEvent } from './change';
import { wants, wantsStatus } from './choice';
import { Memory } from './memory';
import type { Reading } from './position';
import type { State } from './state';
import {
	earlier,
	fromSeconds,
	LATEST_S,
	later,
	LOOK_BACK_S,
	secondMoment,
	secondsAfter,
	toSeconds,
	type Now,
} from './times';

const QUIET_MS = 600_000;
/** No zone of the account can be further off. */
const DAY_S = 26 * 3600;
/** In characters of JSON, all of them ASCII: n8n keeps it in its database, with every save. */
const LIMIT = 63_000;

/**
 * Where a poll begins to read: where the one before had to stop; else back as far as changes may still
 * show late, and back over so many rows as cost no call.
 *
 * None of this takes the zone of the account for right. Where it is wrong, a change of the clocks in autumn,
 * or a row dated ahead, can leave changes behind, so after ten quiet minutes the last hour is read again.
 *
 * @param freeRows so many leave room on a page for what is new
 */
export function startOf(
	state: State,
	memory: Memory,
	now: Now,
	{ zone, freeRows }: { zone: string; freeRows: number },
): string {
	if (state.onward !== undefined) return later(state.onward, state.since);
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
 * @param now when the poll began
 * @param took how long it read, in ms
 * @returns the events that are wanted
 */
export function advance(
	state: State,
	memory: Memory,
	reading: Reading,
	now: Now,
	took = 0,
): { events: ChangeEvent[]; state: State } {
	const { changes, ...position } = reading;
	const events: ChangeEvent[] = [];
	let hasNews = false;
	for (const change of inOrder(changes)) {
		if (change.time < state.since) continue;
		const previousStatus = memory.before(change, now.latest);
		if (!memory.learn(change, now.latest, state.begun)) continue;
		hasNews = true;
		if (isWanted(state, change)) events.push({ ...change, previousStatus });
	}
	if (reading.place) memory.touch(changes);
	const isLooked = hasNews || isQuiet(state, now);
	const stampLead = leadOf(state, reading, now, hasNews && reading.isWhole, took);
	const next: State = {
		...state,
		...position,
		...nextPosition({ ...state, stampLead }, reading, now),
		stampLead,
		newest: newestOf(state.newest, changes, now),
		isWhole: reading.isWhole || changes.length === 0,
		edits: isUpToDate(state, reading) ? [] : state.edits,
		newsAt: hasNews ? now.ms : state.newsAt,
		lookAt: isLooked ? now.ms + QUIET_MS : state.lookAt,
		stuck: state.stuck,
	};
	const places = [next, state].map(({ from, onward, place }) =>
		JSON.stringify([from, onward, place]),
	);
	const isStill = places[0] === places[1];
	if (reading.missing !== undefined || (!reading.isWhole && !hasNews && isStill)) next.stuck++;
	else if (reading.isWhole || hasNews || reachedBy(next) > reachedBy(state)) next.stuck = 0;
	return { events, state: remember(next, memory, now) };
}

/** All that was there at the edits was read. An answer without rows is no proof, where some were. */
const isUpToDate = ({ edits }: State, { isWhole, changes }: Reading): boolean =>
	isWhole && (changes.length > 0 || edits.every(({ wasEmpty }) => wasEmpty));

const reachedBy = ({ from, onward = from }: State): string => onward;

/**
 * Where the next poll begins. `from` stays before all that may still get changes that show late. A poll that
 * has to stop beyond it leaves the rest to the next one: `onward`. Only when the end was reached it is read
 * again from `from` on: so each poll gets on, however few calls it has time for.
 */
function nextPosition(
	{ from: before, onward, stampLead }: State,
	{ from: reached, changes, isWhole }: Reading,
	now: Now,
): Pick<State, 'from' | 'onward'> {
	const settled = settledAt(now, stampLead);
	const isKept = onward !== undefined || changes.length === 0;
	const from = isKept ? before : earlier(reached, settled);
	return { from, onward: !isWhole && reached > from ? reached : undefined };
}

/** The last time that can get no more changes, by the account's zone and by what the service wrote before. */
function settledAt(now: Now, stampLead: number | undefined): string {
	if (stampLead === undefined) return now.sure;
	const stamp = fromSeconds(Math.floor(now.ms / 1000) + stampLead);
	return earlier(now.settled, secondsAfter(stamp, -LATEST_S));
}

/** See `stampLead` of the state. What came last counts: one before may have been dated ahead. */
function leadOf(
	{ stampLead }: State,
	{ changes }: Reading,
	now: Now,
	isNews: boolean,
	took: number,
): number | undefined {
	const newest = newestOf('', changes, now);
	if (newest === '') return stampLead;
	const lead = toSeconds(newest) - Math.ceil((now.ms + took) / 1000);
	return isNews ? lead : Math.max(lead, stampLead ?? lead);
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
