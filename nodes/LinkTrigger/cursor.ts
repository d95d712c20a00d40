import { isRecord } from '../shared/api/envelope';
import { hasHappened, type LinkEvent } from './event';
import type { EventRule } from './eventRule';
import { compareIds, highest, idOf } from './ids';
import type { WatchedLink } from './list';
import { pack, unpack } from './memory';

/** What the trigger remembers from poll to poll. Replaced as a whole, never changed in place. */
export interface State {
	/** The account and settings of this state: for another scope the trigger begins anew. */
	scope: string;
	/** The day from which on links were read, YYYY-MM-DD, or empty. */
	from: string;
	/** Links up to this id may have been forgotten: one that is not known is old. */
	start: string;
	/** The links that the event has happened to. */
	known: string;
	/** The page to be read next: 0, unless time was up before the last one. */
	page: number;
}

/** What a state depends on. */
export type Scope = Pick<State, 'scope' | 'from'>;

/** The state of a trigger that begins: what has happened up to now is old. */
export const begin = ({ scope, from }: Scope, links: WatchedLink[], rule: EventRule): State =>
	advance({ scope, from, start: '0', known: '', page: 0 }, links, rule).state;

/**
 * Finds the events, and what to remember. Each growth counts once, because the highest count of each link is
 * kept: a count that falls and rises again is not new. Links that were not read stay as they were known.
 * With an older state, the events since then are found again.
 *
 * @returns the events by id, oldest link first
 */
export function advance(
	{ start, known: packed, ...state }: State,
	links: WatchedLink[],
	rule: EventRule,
): { events: LinkEvent[]; state: State } {
	const known = unpack(packed) ?? new Map<string, number>();
	const events: LinkEvent[] = [];
	for (const link of [...links].sort((a, b) => compareIds(a.id, b.id))) {
		if (!hasHappened(link, rule)) continue;
		const before = known.get(link.id);
		const clicks = rule.isRepeated ? (link.clicks ?? 0) : 0;
		const isNew = before === undefined ? compareIds(link.id, start) > 0 : clicks > before;
		if (isNew) events.push({ link, before: rule.least === 1 ? (before ?? 0) : null });
		known.set(link.id, Math.max(clicks, before ?? 0));
	}
	const { packed: written, forgotten } = pack(known);
	return { events, state: { ...state, start: highest([start, forgotten]), known: written } };
}

/**
 * The state in n8n's static data, if it is one of this scope. A later first day only removes links; an
 * earlier one would add old links that look new.
 *
 * @returns undefined if the trigger begins anew: nothing saved, other settings, another account
 */
export function readState(saved: unknown, { scope, from }: Scope): State | undefined {
	if (!isRecord(saved) || saved.scope !== scope) return undefined;
	const { start, known, page = 0 } = saved;
	if (typeof saved.from !== 'string' || saved.from > from) return undefined;
	if (typeof start !== 'string' || idOf(start) !== start) return undefined;
	if (typeof known !== 'string' || unpack(known) === undefined) return undefined;
	if (typeof page !== 'number') return undefined;
	return { scope, from, start, known, page };
}
