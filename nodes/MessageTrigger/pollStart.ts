import type { Change } from './change';
import type { Memory } from './memory';
import type { PollReading } from './position';
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

/** After so long without news the last hour is read again. */
export const QUIET_MS = 600_000;

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

/** Whether nothing came for a while; after two hours that is nothing new. */
export const isQuiet = (state: State, now: Now): boolean =>
	now.ms >= state.lookAt && state.lookAt - state.newsAt <= 12 * QUIET_MS;

/** How far reading got. */
export const reachedBy = ({ from, onward = from }: State): string => onward;

/** A poll that leaves all of this as it was did not get on. */
export const isStill = (a: State, b: State): boolean => placeOf(a) === placeOf(b);

const placeOf = ({ from, onward, place }: State): string =>
	JSON.stringify([from, onward, place?.from, place?.order, place?.done?.page]);

/**
 * Where the next poll begins. `from` stays before all that may still get changes that show late. A poll that
 * has to stop beyond it leaves the rest to the next one: `onward`. Only when the end was reached it is read
 * again from `from` on: so each poll gets on, however few calls it has time for.
 */
export function nextPosition(
	{ from: before, onward, stampLead }: State,
	{ from: reached, changes, isWhole }: PollReading,
	now: Now,
): Pick<State, 'from' | 'onward'> {
	const isKept = onward !== undefined || changes.length === 0 || stampLead === undefined;
	const from = isKept ? before : earlier(reached, settledAt(now, stampLead));
	return { from, onward: !isWhole && reached > from ? reached : undefined };
}

/** The last time that can get no more changes, by the account's zone and by what the service wrote before. */
function settledAt(now: Now, stampLead: number): string {
	const stamp = fromSeconds(Math.floor(now.ms / 1000) + stampLead);
	return earlier(now.settled, secondsAfter(stamp, -LATEST_S));
}

/** See `stampLead` of the state. What came last counts: one before may have been dated ahead. */
export function leadOf(
	{ stampLead }: State,
	{ changes }: PollReading,
	now: Now,
	isNews: boolean,
	took: number,
): number | undefined {
	const newest = newestOf('', changes, now);
	if (newest === '') return stampLead;
	const lead = toSeconds(newest) - Math.ceil((now.ms + took) / 1000);
	return isNews ? lead : Math.max(lead, stampLead ?? lead);
}

/** The newest time that is not dated ahead: such a row may change, and then has an earlier time. */
export const newestOf = (before: string, changes: Change[], now: Now): string =>
	changes.map(({ time }) => time).reduce((a, b) => (b > a && b <= now.time ? b : a), before);
