import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import type { StoredLink, StoredMessage } from '../service/index.mts';
import { addLinks, drawnLink, isExcused, linkOutput } from './lib/account.mts';
import type { Lane } from './lib/lane.mts';
import { addMessages, messageOutput } from './lib/messages.mts';
import { properties, type Draw } from './lib/property.mts';

const property = properties();

const FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'totalForm', 'totalOff'] as const),
	...(['totalAlternatesBy', 'tiesShuffled', 'unsortedOrder', 'oddReads', 'oddReadsAre'] as const),
	...(['softDeletion', 'shortLinkForm', 'idForm', 'numbersWithPlus', 'blankTimes'] as const),
];

const listing = (fields: readonly string[]) => ({
	limit: fc.constantFrom(undefined, undefined, 1, 25, 60, 100, 130, 1000),
	sort: fc.option(
		fc.record({
			field: fc.constantFrom(...fields),
			direction: fc.constantFrom('ASC' as const, 'DESC' as const),
		}),
		{ nil: undefined },
	),
});

type Drawn<A> = A extends fc.Arbitrary<infer D> ? D : never;
type Listing = Draw<{
	[K in keyof ReturnType<typeof listing>]: Drawn<ReturnType<typeof listing>[K]>;
}>;

/** A row as it must come out, and what it is sorted by. */
interface Expected {
	output: Record<string, unknown>;
	key: string | number | null;
}

const compare = (a: Expected['key'], b: Expected['key']): number =>
	a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;

/**
 * F7 and F13 at once: a total too low, on an answer that came out empty, leaves no trace of what is missing.
 */
function isTold({ conditions: { freedoms } }: Listing): boolean {
	const { totalOff = 0, totalAlternatesBy = 0, oddReads = 0 } = freedoms;
	return Math.min(totalOff, totalOff + totalAlternatesBy) >= 0 || oddReads === 0;
}

/** With rows in another order in every call, only a total that is right says that all were seen. */
function cannotBeTold({ conditions: { freedoms }, sort }: Listing): boolean {
	const { totalForm, totalOff, totalAlternatesBy, listForm } = freedoms;
	const isShuffled = sort ? freedoms.tiesShuffled : freedoms.unsortedOrder === 'any';
	const isTotalBad =
		totalForm === 'absent' ||
		Boolean(totalOff ?? totalAlternatesBy) ||
		listForm === 'bare' ||
		listForm === 'keyed';
	return Boolean(isShuffled) && isTotalBad;
}

/** What is wrong with rows that a run gave out. */
function wrong(all: Expected[], rows: Array<Record<string, unknown>>, draw: Listing): string[] {
	const { limit = Infinity, sort } = draw;
	const byId = new Map(all.map((row) => [row.output.id, row]));
	const found = rows.map((row) => byId.get(row.id));
	const other = rows.find((row, n) => !isDeepStrictEqual(row, found[n]?.output));
	if (other) return [`not in the store: ${JSON.stringify(other)}`];
	const wanted = Math.min(limit, all.length);
	const distinct = new Set(rows.map(({ id }) => id)).size;
	if (distinct !== rows.length || distinct !== wanted)
		return [`${rows.length} rows, ${distinct} different ones, instead of ${wanted}`];
	if (!sort) return [];
	const sign = sort.direction === 'ASC' ? 1 : -1;
	const sorted = [...all].sort((a, b) => sign * compare(a.key, b.key));
	const keys = found.map((row) => row?.key);
	const best = sorted.slice(0, wanted).map(({ key }) => key);
	return isDeepStrictEqual(keys, best)
		? []
		: [`sorted as ${keys.join()} instead of ${best.join()}`];
}

async function judge(
	lane: Lane,
	draw: Listing,
	node: 'link' | 'message',
	options: Record<string, boolean>,
	all: Expected[],
): Promise<string[]> {
	const { limit, sort } = draw;
	const [ending] = await lane.run({
		node,
		choice: `${node}.getAll`,
		parameters: {
			...(limit === undefined ? { returnAll: true } : { limit }),
			sort: { by: sort ? [sort] : [] },
			options,
		},
		items: [{}],
	});
	if ('outputs' in ending) return wrong(all, ending.outputs, draw);
	return isExcused(lane.service) || cannotBeTold(draw) ? [] : [`failed: ${ending.failed}`];
}

const LINK_KEYS: Record<string, (link: StoredLink) => Expected['key']> = {
	createTs: ({ createTs }) => createTs,
	expirationDate: ({ expirationDate }) => expirationDate,
	clickCnt: ({ clicks }) => clicks.length,
	code: ({ code }) => code,
	fullLink: ({ fullLink }) => fullLink,
};

property({
	what: 'Link, Get Many',
	runs: 400,
	freedoms: FREEDOMS,
	draw: {
		links: fc.oneof(
			{ weight: 3, arbitrary: fc.array(drawnLink, { maxLength: 12 }) },
			{ weight: 2, arbitrary: fc.array(drawnLink, { minLength: 95, maxLength: 135 }) },
			{ weight: 1, arbitrary: fc.array(drawnLink, { minLength: 198, maxLength: 260 }) },
		),
		...listing(Object.keys(LINK_KEYS)),
	},
	filter: isTold,
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane, draw) => {
		const { service } = lane;
		const isListed = draw.conditions.freedoms.softDeletion === 'listed';
		const deleted = isListed ? [...service.store.links.deleted.values()] : [];
		const key = LINK_KEYS[draw.sort?.field ?? 'code'];
		const all = [...service.store.links.all(), ...deleted].map((link) => ({
			output: linkOutput(service, link),
			key: key(link),
		}));
		return await judge(lane, draw, 'link', {}, all);
	},
});

const MESSAGE_KEYS: Record<string, (message: StoredMessage) => Expected['key']> = {
	campaignId: ({ campaignId }) => campaignId,
	from: ({ from }) => from,
	to: ({ to }) => to,
	text: ({ text }) => text,
	status: ({ status }) => status,
	startSendTs: ({ startSendTs }) => startSendTs,
	statusUpdateTs: ({ statusUpdateTs }) => statusUpdateTs,
	segNum: ({ segNum }) => segNum,
};

property({
	what: 'Message, Get Many',
	runs: 400,
	freedoms: FREEDOMS,
	draw: {
		count: fc.oneof(
			fc.nat(12),
			fc.integer({ min: 95, max: 135 }),
			fc.integer({ min: 198, max: 320 }),
		),
		withNumberInfo: fc.boolean(),
		...listing(Object.keys(MESSAGE_KEYS)),
	},
	filter: isTold,
	prepare: (service, { count }) => addMessages(service, count),
	judge: async (lane, draw) => {
		const { service } = lane;
		const { withNumberInfo } = draw;
		const key = MESSAGE_KEYS[draw.sort?.field ?? 'to'];
		const all = [...service.store.messages.all()].map((message) => ({
			output: messageOutput(service, message, withNumberInfo),
			key: key(message),
		}));
		return await judge(lane, draw, 'message', { withNumberInfo }, all);
	},
});
