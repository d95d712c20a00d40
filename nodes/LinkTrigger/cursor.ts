import { isRecord } from '../shared/api/envelope';
import { UNTOUCHED, type SeenLink, type EventRule } from './eventRule';
import { compareIds, highest, idOf } from './ids';
import type { Order, WatchedLink } from './list';
import { pack, unpack, type SeenLinks } from './memory';

/** What the trigger remembers from poll to poll. Reassigned as a whole, and never changed. */
export interface State {
	/** Of which account and settings this is the state: another scope starts anew. */
	scope: string;
	/** The day from which on links were read, YYYY-MM-DD, or empty. */
	from: string;
	/** Up to this id, a link that is not known is an old one: its clicks are not new. */
	start: string;
	/** What is known of each link. */
	known: string;
	/** How the next poll reads. */
	order: Order;
}

/** Something that happened to a link. */
export interface LinkEvent {
	link: WatchedLink;
	before: SeenLink;
	now: SeenLink;
}

/** What a state depends on. */
export type Scope = Pick<State, 'scope' | 'from'>;

/** The state of a trigger that begins: everything up to now is old. */
export function begin({ scope, from }: Scope, links: WatchedLink[], newest: string): State {
	const start = highest([newest, ...links.map(({ id }) => id)]);
	return advance({ scope, from, start, known: '', order: FIRST }, links, NOTHING).state;
}

/** How the first poll reads. */
export const FIRST: Order = 'ASC';

const NOTHING: Pick<EventRule, 'between'> = { between: () => false };

/**
 * Finds what happened, and what to remember. Each growth counts once, since the highest figure of each
 * link is kept: what falls back and rises again is nothing new. Links that were not read keep what is
 * known of them. A state older than the last one does no harm: what happened since is found again.
 *
 * @returns the events by id, oldest link first
 * @throws Refusal where so many links cannot be remembered
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
		if (now === undefined) continue;
		if (before && between(before, now)) events.push({ link, before, now });
		known.set(link.id, now);
	}
	const { packed: written, forgotten } = pack(known, new Set(links.map(({ id }) => id)));
	const next: Order = order === 'ASC' ? 'DESC' : 'ASC';
	const state = { scope, from, start: highest([start, forgotten]), known: written, order: next };
	return { events, state };
}

/** @returns undefined where the service does not tell the clicks, and nothing is known */
function merged({ clicks = -1, isBlocked }: WatchedLink, before?: SeenLink): SeenLink | undefined {
	const most = Math.max(clicks, before?.clicks ?? -1);
	return most < 0
		? undefined
		: { clicks: most, isBlocked: isBlocked || before?.isBlocked === true };
}

/**
 * The state in n8n's static data, if it is one of this scope. A first day that moves on with the calendar
 * only takes links away; one that moves back would bring old ones that look new.
 *
 * @returns undefined where the trigger is to start anew: nothing saved, other settings, another account
 */
export function readState(saved: unknown, { scope, from }: Scope): State | undefined {
	if (!isRecord(saved) || saved.scope !== scope) return undefined;
	const { start, known } = saved;
	if (typeof saved.from !== 'string' || saved.from > from) return undefined;
	if (typeof start !== 'string' || idOf(start) !== start) return undefined;
	if (typeof known !== 'string' || unpack(known) === undefined) return undefined;
	return { scope, from, start, known, order: saved.order === 'DESC' ? 'DESC' : 'ASC' };
}
