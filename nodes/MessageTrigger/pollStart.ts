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

/** After this time without a new change the last hour is read again. */
export const QUIET_MS = 600_000;

/**
 * Where a poll begins to read: where the one before had to stop; otherwise as far back as changes may still
 * show late, and as many rows back as cost no extra call.
 *
 * The zone of the account may be wrong. Then a change of the clocks in autumn, or a row dated ahead, could
 * hide changes, so after ten quiet minutes the last hour is read again.
 *
 * @param freeRows how many old rows leave room on a page for new ones
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

/** Whether there was no new change for a while, up to two hours. */
export const isQuiet = (state: State, now: Now): boolean =>
	now.ms >= state.lookAt && state.lookAt - state.newsAt <= 12 * QUIET_MS;

/** How far reading got. */
export const reachedBy = ({ from, onward = from }: State): string => onward;

/** Whether a poll made no progress. */
export const isStill = (a: State, b: State): boolean => placeOf(a) === placeOf(b);

const placeOf = ({ from, onward, place }: State): string =>
	JSON.stringify([from, onward, place?.from, place?.order, place?.done?.page]);

/**
 * Where the next poll begins. `from` stays before all times at which changes may still show late. A poll that
 * has to stop leaves the rest to the next one, from `onward`. Only after the end was reached does reading
 * begin at `from` again. So each poll makes progress, even with few calls.
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

/** The last time that gets no more changes, by the account's zone and by the times that the service wrote. */
function settledAt(now: Now, stampLead: number): string {
	const stamp = fromSeconds(Math.floor(now.ms / 1000) + stampLead);
	return earlier(now.settled, secondsAfter(stamp, -LATEST_S));
}

/** See `stampLead` of the state. The last change counts, since an earlier one may have been dated ahead. */
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

/** The newest time that is not dated ahead: a row dated ahead may get an earlier time when it changes. */
export const newestOf = (before: string, changes: Change[], now: Now): string =>
	changes.map(({ time }) => time).reduce((a, b) => (b > a && b <= now.time ? b : a), before);
