import type { IDataObject } from 'n8n-workflow';

import { link } from '../Link/row';
import { isAbove, lowestFirst } from '../shared/api/wire';
import { pack, packFirst, unpack } from '../shared/polling/packed';
import { isOfScope } from '../shared/polling/poll';
import type { Watched, WatchedLink } from './list';

export const TRIGGER_ON = ['newClicks', 'firstClick', 'threshold', 'blocked'] as const;

/** When there is an event, and how it is named. */
interface EventRule {
	watched: Watched;
	/** The name of the only event of a link; undefined where each growth is an event, named by its clicks. */
	once?: string;
}

/** @param threshold clicks, of `threshold` only */
export const eventRule = (triggerOn: (typeof TRIGGER_ON)[number], threshold: number): EventRule =>
	({
		newClicks: { watched: 1 },
		firstClick: { watched: 1, once: 'first' },
		threshold: { watched: threshold, once: `threshold:${threshold}` },
		blocked: { watched: 'blocked' as const, once: 'blocked' },
	})[triggerOn];

export const hasHappened = (
	{ clicks = 0, isBlocked }: WatchedLink,
	{ watched }: EventRule,
): boolean => (watched === 'blocked' ? isBlocked : clicks >= watched);

interface LinkEvent {
	link: WatchedLink;
	/** Its clicks before; null where they are not known. */
	before: number | null;
}

/** The same event has the same eventId when it is emitted again. */
export const eventData = (
	{ link: { id, clicks, row }, before }: LinkEvent,
	{ once }: EventRule,
): IDataObject => ({
	...link(row, true),
	previousClickCnt: before,
	newClicks: before === null || clicks === undefined ? null : clicks - before,
	eventId: `${id}:${once ?? clicks}`,
});

/** What the trigger remembers from poll to poll. */
export interface State {
	/** The account and settings of this state: for another scope the trigger begins anew. */
	scope: string;
	/** The day from which on links were read, YYYY-MM-DD, or empty. */
	from: string;
	/** Links up to this id may have been forgotten: if one of them is not in `seen`, it is old. */
	start: string;
	/** The links that the event has happened to, see `write`. */
	seen: string;
	/** The page to be read next: 0, unless time was up before the last one. */
	page: number;
}

/** In characters. Leaves room for the rest of the state under 64 KB. */
const LIMIT = 62_000;

/** Before anything has happened. */
export const NOTHING = { start: '0', seen: '', page: 0 };

/**
 * Finds the events, oldest link first, and what to remember. The highest count of each link is kept, so one that falls
 * and rises again is no event. Links that were not read stay as they are.
 */
export function advance(
	{ start, seen: packed, ...state }: State,
	links: WatchedLink[],
	rule: EventRule,
): { events: LinkEvent[]; state: State } {
	const seen = read(packed);
	const events: LinkEvent[] = [];
	for (const link of links.toSorted(lowestFirst)) {
		if (!hasHappened(link, rule)) continue;
		const before = seen.get(link.id);
		const clicks = rule.once === undefined ? (link.clicks ?? 0) : 0;
		const isNew = before === undefined ? isAbove(link.id, start) : clicks > before;
		if (isNew) events.push({ link, before: rule.watched === 1 ? (before ?? 0) : null });
		seen.set(link.id, Math.max(clicks, before ?? 0));
	}
	const newest = [...seen]
		.map(([id, clicks]) => ({ id, clicks }))
		.sort(lowestFirst)
		.reverse();
	const { packed: written, dropped } = packFirst(newest, LIMIT, write);
	const forgotten = dropped && isAbove(dropped.id, start) ? dropped.id : start;
	return { events, state: { ...state, start: forgotten, seen: written } };
}

/**
 * A later first day only removes links; an earlier one would add old links that look new.
 *
 * @returns undefined if the trigger begins anew: nothing saved, other settings, another account
 */
export const readState = (
	saved: unknown,
	{ scope, from }: Pick<State, 'scope' | 'from'>,
): State | undefined => (isOfScope<State>(saved, scope) && saved.from <= from ? saved : undefined);

/**
 * For each link, the lowest id first: twice its distance from the id before. If its clicks follow, the most that were
 * seen, this is 1 more; they are left out where they do not matter.
 */
function write(newest: Array<{ id: string; clicks: number }>): string {
	let last = 0n;
	const numbers = newest.toReversed().flatMap(({ id, clicks }) => {
		const distance = 2n * (BigInt(id) - last);
		last = BigInt(id);
		return clicks > 0 ? [distance + 1n, BigInt(clicks)] : [distance];
	});
	return pack(numbers);
}

function read(packed: string): Map<string, number> {
	const seen = new Map<string, number>();
	const numbers = unpack(packed);
	for (let [at, id] = [0, 0n]; at < numbers.length; at++) {
		const distance = numbers[at];
		id += distance / 2n;
		seen.set(String(id), distance % 2n === 1n ? Number(numbers[++at]) : 0);
	}
	return seen;
}
