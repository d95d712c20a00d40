import { isWaitingPage } from '../Link/row';
import { NoResponse } from '../shared/api/faults';
import { checkShown } from '../shared/api/list';
import { readPage } from '../shared/api/pages';
import { settle } from '../shared/api/promises';
import type { Params, Reader } from '../shared/api/service';
import { idText, number, time, type Row } from '../shared/api/wire';

const METHOD = 'Link/List';

/** Links with at least so many clicks, or those that are blocked, whatever their clicks. */
export type Watched = number | 'blocked';

export interface WatchedLink {
	id: string;
	/** Undefined if the service does not say. */
	clicks: number | undefined;
	isBlocked: boolean;
	row: Row;
}

const PAGE_SIZE = 100;
/** How often the links are read when the trigger begins, as long as a reading shows more of them. */
const MOST_READINGS = 10;

/** For a trigger that begins. A link that it misses would look new later, so it reads again until nothing is added. */
export async function readAll(
	service: Reader,
	criteria: Params,
	which: Watched,
): Promise<WatchedLink[]> {
	const all = new Map<string, WatchedLink>();
	let unshown: number | undefined;
	for (let readings = 0; readings < MOST_READINGS; readings++) {
		const before = all.size;
		const reading = await readLinks(service, criteria, which);
		unshown = reading.unshown;
		for (const link of reading.links) all.set(link.id, link);
		// On one page no link can have moved past the reader. No link at all may be a mistake.
		if (all.size === before ? readings > 0 && reading.isCalm : reading.pages === 1) break;
	}
	// Shown later, they would all look new.
	checkShown(METHOD, [...all], unshown);
	return [...all.values()];
}

/**
 * The links that an event may have happened to, most clicks first, 100 a call, until there are fewer clicks
 * than the rule asks for. A link that changes its place meanwhile may be missing: the next poll sees its
 * clicks. Links that were deleted, and those to a page that waits for an answer, are left out.
 *
 * @param first the page to begin with; then what was read before a call throws counts
 * @returns `pages`, up to where it read; `next`, the page to go on with, 0 at the end; `unshown`, how many links the service
 * counts, where it shows none
 * @throws what a call throws; with `first` only the first one
 */
export async function readLinks(service: Reader, criteria: Params, which: Watched, first?: number) {
	const links = new Map<string, WatchedLink>();
	const asked = which === 'blocked' ? { ...criteria, moderatorStatus: 0 } : criteria;
	const params = { criteria: asked, sort: { clickCnt: 'DESC' } };
	let [places, page, next, isOver] = [0, first ?? 0, 0, false];
	let unshown: number | undefined;
	for (; !isOver; page++) {
		const response = await settle(readPage(service, METHOD, params, PAGE_SIZE, page));
		if ('fault' in response) {
			if (first === undefined || page === first) throw response.fault;
			next = page;
			break;
		}
		const { items, total } = response.value;
		const rows = items.map(watched);
		if (places + rows.length === 0) unshown = total;
		// A page past the end may show the last one again, which is a full one.
		const isNew = rows.some(({ id }) => !links.has(id));
		if (isNew || rows.length < PAGE_SIZE) places += rows.length;
		for (const link of rows) links.set(link.id, link);
		const isBelow = which !== 'blocked' && rows.some(({ clicks = which }) => clicks < which);
		isOver = isBelow || !isNew || rows.length < PAGE_SIZE;
	}
	const isShown = ({ row }: WatchedLink) => time(row.deletedTs) === null && !isWaitingPage(row);
	// A link that came twice has pushed another one out.
	const isCalm = places === links.size;
	return { links: [...links.values()].filter(isShown), pages: page, next, unshown, isCalm };
}

/** @throws NoResponse for a row without an id: the trigger could not recognise it again */
function watched(row: Row): WatchedLink {
	const id = idText(row.id);
	if (!/^\d{1,40}$/.test(id)) throw new NoResponse(METHOD, 'garbled', 'a link without id');
	const clicks = number(row.clickCnt);
	const isCount = typeof clicks === 'number' && Number.isSafeInteger(clicks) && clicks >= 0;
	return {
		id,
		clicks: isCount ? clicks : undefined,
		isBlocked: number(row.moderatorStatus) === 0,
		row,
	};
}
