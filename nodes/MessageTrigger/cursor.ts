import type { Change, ChangeEvent } from './change';
import { wants, wantsStatus } from './choice';
import type { Memory } from './memory';
import type { PollReading } from './position';
import { isQuiet, isStill, leadOf, newestOf, nextPosition, QUIET_MS, reachedBy } from './pollStart';
import type { State } from './state';
import { earlier, later, secondsAfter, type Now } from './times';

/** In characters of JSON, all of them ASCII: n8n saves it in its database with every poll. */
const LIMIT = 63_000;

/**
 * Finds what is new among the changes that a poll read, and what to remember. Each change is an event only
 * once, in the order of statusUpdateTs.
 *
 * @param reading what the service showed since `startOf`; repeats do not matter
 * @param now when the poll began
 * @param took how long it read, in ms
 * @returns the events that are wanted
 */
export function advance(
	state: State,
	memory: Memory,
	reading: PollReading,
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
		missing: reading.missing ?? state.missing,
	};
	if (reading.missing !== undefined || (!reading.isWhole && !hasNews && isStill(next, state)))
		next.stuck++;
	else if (reading.isWhole || hasNews || reachedBy(next) > reachedBy(state))
		Object.assign(next, { stuck: 0, missing: undefined });
	return { events, state: remember(next, memory, now) };
}

/** Whether all changes before the edits were read. An empty answer proves nothing if there were some. */
const isUpToDate = ({ edits }: State, { isWhole, changes }: PollReading): boolean =>
	isWhole && (changes.length > 0 || edits.every(({ wasEmpty }) => wasEmpty));

/** The newest time at the edits; undefined if all was read since, or there was none. */
export const shownAtEdits = ({ edits }: State): string | undefined =>
	edits
		.filter(({ wasEmpty }) => !wasEmpty)
		.map(({ until }) => until)
		.sort()
		.at(-1);

/** Packs the memory into the state, as far as there is room. */
function remember(state: State, memory: Memory, now: Now): State {
	const rest = JSON.stringify({ ...state, known: '', statuses: [] }).length;
	const { known, statuses, dropped } = memory.pack(Math.floor(((LIMIT - rest) * 3) / 4));
	if (dropped === undefined) return { ...state, known, statuses };
	// What was dropped is not read again, so that it is not emitted twice. But the present second may get
	// more changes, and a half-read one has more.
	const ends = [secondsAfter(dropped, 1), now.time, state.place?.from ?? now.time];
	const since = later(state.since, ends.reduce(earlier));
	return { ...state, known, statuses, since, from: later(state.from, since) };
}

/** Whether the present choice wants a change and, for a change before an edit, the earlier choices too. */
function isWanted({ choice, edits }: State, change: Change): boolean {
	const before = edits.filter(({ until }) => change.time <= until).map((edit) => edit.choice);
	// The service applied the present filters.
	return (
		wantsStatus(choice, change.status) &&
		before.every((each) => each !== null && wants(each, change))
	);
}

/** By time, then by ID; several changes of one message in a second stay in the order they were read. */
export const inOrder = <C extends Change>(changes: C[]): C[] =>
	[...changes].sort(
		(a, b) => compare(a.time, b.time) || a.id.length - b.id.length || compare(a.id, b.id),
	);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
