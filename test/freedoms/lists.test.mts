import { isDeepStrictEqual } from 'node:util';
import fc, { weighted, type Drawn } from '../fc.mts';
import {
	addLinks,
	drawnLink,
	isExcused,
	linkOutput,
	addMessages,
	messageOutput,
} from './lib/account.mts';
import { countOf, isTold } from './lib/counts.mts';
import type { Lane } from './lib/lane.mts';
import { properties, type Draw } from './lib/property.mts';

const property = properties();

const FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'totalForm', 'totalOff'] as const),
	...(['totalAlternatesBy', 'tiesShuffled', 'unsortedOrder', 'oddReads', 'oddReadsAre'] as const),
	...(['pastEnd', 'listShows', 'oldestLeave', 'rowsMove'] as const),
	...(['idForm', 'blankTimes'] as const),
];

const listing = (fields: readonly string[]) => ({
	limit: fc.constantFrom(...[undefined, undefined, 1, 25, 60, 100, 130, 1000]),
	sort: fc.option(
		fc.record({ field: fc.constantFrom(...fields), direction: fc.constantFrom('ASC', 'DESC') }),
		{ nil: undefined },
	),
});

type Listing = Draw<{
	[K in keyof ReturnType<typeof listing>]: Drawn<ReturnType<typeof listing>[K]>;
}>;

type Row = Record<string, unknown>;
/** A row as it must come out, and what it is sorted by. */
interface Expected {
	output: Row;
	key: string | number | null;
}

const compare = (a: Expected['key'], b: Expected['key']): number =>
	a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;

/** Draws in which an answer shows what is missing. */
function isKnown({ conditions: { freedoms }, sort }: Listing): boolean {
	const { oddReads = 0, listShows = -1, totalAlternatesBy = 0 } = freedoms;
	const { tiesShuffled, rowsMove = 0, oldestLeave = 0 } = freedoms;
	if (!isTold(freedoms)) return false;
	// F8 with F7 or F28: rows change places, and the counts are those of a list that grows.
	const isShuffled = tiesShuffled || (freedoms.unsortedOrder === 'any' && !sort);
	const isMoving = rowsMove + oldestLeave > 0;
	if (isShuffled && (totalAlternatesBy !== 0 || isMoving)) return false;
	// F28 with F7, F13 or F26: what is missing could as well have left.
	const { has, isLow } = countOf(freedoms);
	return !isMoving || (has && !isLow && oddReads === 0 && listShows < 0);
}

/** Which failures are true: the list is short, or only a count that is right would say that all were seen. */
function mayFail(draw: Listing, [all, left]: [number, number], node: 'link' | 'message') {
	const { sort, limit = Infinity, conditions } = draw;
	const { freedoms } = conditions;
	const { totalOff = 0, totalAlternatesBy = 0, listShows = -1, oddReads = 0 } = freedoms;
	const isShort =
		(listShows >= 0 && Math.min(all, limit) > listShows) ||
		totalOff > 0 ||
		// Each answer that was understood may have had the count that is too high.
		(totalAlternatesBy > 0 && (Math.min(all, left) === 0 || oddReads > 0));
	// Several pages have an order of the node's own, with ties; all links are also read in one without.
	const isTied = sort || (limit > 100 && (node === 'message' || limit < Infinity));
	const isShuffled = isTied ? freedoms.tiesShuffled : freedoms.unsortedOrder === 'any';
	const isTotalBad = !countOf(freedoms).isRight;
	// Of rows that change places, those that are shown may leave out one that comes first.
	const isCut = listShows >= 0 && all > listShows;
	const isLong = node === 'message' && all > 100;
	return isShort || (Boolean(isShuffled) && (isTotalBad || isCut || isLong));
}

/**
 * What is wrong with rows that a run gave out: those that were in the list all the time must be there, with a limit
 * those that so few changes cannot have pushed beyond it. Where nothing moves, all are as in the store, and in order.
 */
function wrong([before, after]: Expected[][], rows: Row[], draw: Listing, calls: number): string[] {
	const { limit = Infinity, sort, conditions } = draw;
	const { freedoms } = conditions;
	const ids = new Set(rows.map(({ id }) => id));
	const now = new Map(after.map((row) => [row.output.id, row]));
	const stayed = before.filter(({ output }) => now.has(output.id));
	const wanted = Math.min(limit, stayed.length);
	if (ids.size !== rows.length || rows.length > limit || rows.length < wanted)
		return [`${rows.length} rows, ${ids.size} different ones, of ${stayed.length}`];
	const sign = sort?.direction === 'ASC' ? 1 : -1;
	const moves = (freedoms.rowsMove ?? 0) + (freedoms.oldestLeave ?? 0);
	if (moves === 0) {
		const other = rows.find((row) => !isDeepStrictEqual(row, now.get(row.id)?.output));
		if (other) return [`not in the store: ${JSON.stringify(other)}`];
		const keys = rows.map(({ id }) => now.get(id)?.key);
		const sorted = before.map(({ key }) => key).sort((a, b) => sign * compare(a, b));
		const best = sorted.slice(0, wanted);
		if (sort && !isDeepStrictEqual(keys, best))
			return [`sorted as ${keys.join()} instead of ${best.join()}`];
	}
	const isFirst = ({ output, key }: Expected) => {
		if (limit === Infinity) return true;
		if (!sort || now.get(output.id)?.key !== key) return false;
		const notBehind = before.filter((other) => sign * compare(other.key, key) <= 0).length;
		return notBehind + calls * moves <= limit;
	};
	const missing = stayed.filter((row) => !ids.has(row.output.id) && isFirst(row));
	// Where as many rows leave as come between two answers, no count shows that the rows between them moved.
	const { rowsMove = 0, oldestLeave = 0 } = freedoms;
	const hidden = oldestLeave > rowsMove ? 0 : Math.floor((rowsMove + oldestLeave) / 2);
	const mostHidden = sort ? hidden * (calls - 1) : 0;
	return missing.length <= mostHidden ? [] : [`missing: ${JSON.stringify(missing.slice(0, 3))}`];
}

async function judge(
	lane: Lane,
	draw: Listing,
	node: 'link' | 'message',
	options: Record<string, boolean>,
	rowsNow: () => Expected[],
): Promise<string[]> {
	const { limit, sort } = draw;
	const before = rowsNow();
	const all = limit === undefined ? { returnAll: true } : { limit };
	const parameters = { ...all, sort: { by: sort ? [sort] : [] }, options };
	const [ending] = await lane.run(`${node}.getAll`, parameters, [{}]);
	const isExcusable =
		isExcused(lane.service) || mayFail(draw, [before.length, rowsNow().length], node);
	if ('failed' in ending) return isExcusable ? [] : [`failed: ${ending.failed}`];
	return wrong([before, rowsNow()], ending.outputs, draw, lane.service.calls.length);
}

property({
	what: 'Link, Get Many',
	runs: 400,
	freedoms: [...FREEDOMS, 'softDeletion', 'shortLinkForm'],
	draw: {
		links: weighted(
			[3, fc.array(drawnLink, { maxLength: 12 })],
			[2, fc.array(drawnLink, { minLength: 95, maxLength: 135 })],
			[1, fc.array(drawnLink, { minLength: 198, maxLength: 260 })],
		),
		...listing(['createTs', 'expirationDate', 'clickCnt', 'code', 'fullLink']),
	},
	filter: isKnown,
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane, draw) => {
		const { service } = lane;
		const isListed = draw.conditions.freedoms.softDeletion === 'listed';
		const rowsNow = () => {
			const deleted = isListed ? [...service.store.links.deleted.values()] : [];
			return [...service.store.links.all(), ...deleted].map((link) => ({
				output: linkOutput(service, link),
				key: Object({ ...link, clickCnt: link.clicks.length })[draw.sort?.field ?? 'code'],
			}));
		};
		return await judge(lane, draw, 'link', {}, rowsNow);
	},
});

property({
	what: 'Message, Get Many',
	runs: 400,
	freedoms: [...FREEDOMS, 'numbersWithPlus'],
	draw: {
		count: fc.oneof(
			fc.nat(12),
			fc.integer({ min: 95, max: 135 }),
			fc.integer({ min: 198, max: 320 }),
		),
		withNumberInfo: fc.boolean(),
		...listing([
			...['campaignId', 'from', 'to', 'text', 'status', 'startSendTs', 'statusUpdateTs', 'segNum'],
		]),
	},
	filter: isKnown,
	prepare: (service, { count }) => addMessages(service, count),
	judge: async (lane, draw) => {
		const { service } = lane;
		const { withNumberInfo } = draw;
		const rowsNow = () =>
			service.store.messages.listed().map((message) => ({
				output: messageOutput(service, message, withNumberInfo),
				key: Object(message)[draw.sort?.field ?? 'to'],
			}));
		return await judge(lane, draw, 'message', { withNumberInfo }, rowsNow);
	},
});
