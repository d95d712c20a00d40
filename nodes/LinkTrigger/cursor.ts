import { isRecord } from '../shared/api/envelope';
import { UNTOUCHED, type SeenLink, type EventRule } from './eventRule';
import { compareIds, highest, idOf } from './ids';
import type { Order, WatchedLink } from './list';
import { pack, unpack, type SeenLinks } from './memory';

/** What the trigger remembers from poll to poll. Replaced as a whole, never changed in place. */
export interface State {
	/** The account and settings of this state: for another scope the trigger begins anew. */
	scope: string;
	/** The day from which on links were read, YYYY-MM-DD, or empty. */
	from: string;
	/** A link up to this id that is not known is old: its clicks are not new. */
	start: string;
	/** What is known of each link. */
	known: string;
	/** How the next poll reads. */
	order: Order;
}

/** What happened to a link between two polls. */
export interface LinkEvent {
	link: WatchedLink;
	before: SeenLink;
	now: SeenLink;
}

/** What a state depends on. */
export type Scope = Pick<State, 'scope' | 'from'>;

/**
 * The state of a trigger that begins: everything up to now is old, also links outside the filters, and those
 * that a too low total hides at the end of the list.
 *
 * @param newest the highest id before the links were read; `0` if the service showed none
 */
export function begin({ scope, from }: Scope, links: WatchedLink[], newest: string): State {
	const start = highest([newest, ...links.map(({ id }) => id)]);
	const { state } = advance({ scope, from, start, known: '', order: FIRST }, links, NOTHING);
	// A link that is not among them was made meanwhile, also if its id is below theirs.
	return newest === '0' ? state : { ...state, start: newest };
}

/** How the first poll reads. */
export const FIRST: Order = 'ASC';

const NOTHING: Pick<EventRule, 'between'> = { between: () => false };

/**
 * Finds the events, and what to remember. Each growth counts once, because the highest count of each link is
 * kept: a count that falls and rises again is not new. Links that were not read stay as they were known.
 * With an older state, the events since then are found again.
 *
 * @returns the events by id, oldest link first
 * @throws Refusal for too many links to remember
 */
export function advance(
	{ scope, from, start, known: packed, order }: State,
	links: WatchedLink[],
	{ between }: Pick<EventRule, 'between'>,
): { events: LinkEvent[]; state: State } {
	const known: SeenLinks = unpack(packed) ?? new Map();
	const events: LinkEvent[] = [];
	for (const link of [...links].sort((a, b) => compareIds(a.id, b.id))) {
		const before = known.get(link.id) ?? (compareIds(link.id, start) > 0 ? UNTOUCHED : undefined);
		const now = merged(link, before);
		if (before && between(before, now)) events.push({ link, before, now });
		known.set(link.id, now);
	}
	const { packed: written, forgotten } = pack(known, new Set(links.map(({ id }) => id)));
	const next: Order = order === 'ASC' ? 'DESC' : 'ASC';
	const state = { scope, from, start: highest([start, forgotten]), known: written, order: next };
	return { events, state };
}

function merged({ clicks, isBlocked }: WatchedLink, before?: SeenLink): SeenLink {
	const counts = [clicks, before?.clicks].filter((count) => count !== undefined);
	return {
		clicks: counts.length > 0 ? Math.max(...counts) : undefined,
		isBlocked: isBlocked || before?.isBlocked === true,
	};
}

/**
 * The state in n8n's static data, if it is one of this scope. A later first day only removes links; an
 * earlier one would add old links that look new.
 *
 * @returns undefined if the trigger begins anew: nothing saved, other settings, another account
 */
export function readState(saved: unknown, { scope, from }: Scope): State | undefined {
	if (!isRecord(saved) || saved.scope !== scope) return undefined;
	const { start, known } = saved;
	if (typeof saved.from !== 'string' || saved.from > from) return undefined;
	if (typeof start !== 'string' || idOf(start) !== start) return undefined;
	if (typeof known !== 'string' || unpack(known) === undefined) return undefined;
	return { scope, from, start, known, order: saved.order === 'DESC' ? 'DESC' : 'ASC' };
}
