import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import { draws } from '../draws.mts';
import type { Freedoms, LocalService, StoredLink, StoredMessage } from '../service/index.mts';
import { addLinks, drawnLink, isExcused, linkOutput } from './lib/account.mts';
import { conditions, passingFault } from './lib/conditions.mts';
import { judgeAll, SEED } from './lib/draws.mts';
import { begin, lanes, type Lane } from './lib/lanes.mts';
import { addMessages, messageOutput } from './lib/messages.mts';

const l = lanes();

const FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'totalForm', 'totalOff'] as const),
	...(['totalAlternatesBy', 'tiesShuffled', 'unsortedOrder', 'oddReads', 'oddReadsAre'] as const),
	...(['softDeletion', 'shortLinkForm', 'idForm', 'numbersWithPlus', 'blankTimes'] as const),
];

const listing = <F extends string>(fields: readonly F[]) =>
	fc.record({
		limit: fc.constantFrom(undefined, undefined, 1, 25, 60, 100, 130, 1000),
		sort: fc.option(
			fc.record({
				field: fc.constantFrom(...fields),
				direction: fc.constantFrom('ASC' as const, 'DESC' as const),
			}),
			{ nil: undefined },
		),
		conditions: conditions(FREEDOMS),
		fault: passingFault,
	});

type Listing = ReturnType<typeof listing> extends fc.Arbitrary<infer D> ? D : never;

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
const hidesAll = ({ totalOff = 0, totalAlternatesBy = 0, oddReads = 0 }: Partial<Freedoms>) =>
	Math.min(totalOff, totalOff + totalAlternatesBy) < 0 && oddReads > 0;

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
	const other = rows.find((row, n) => !isDeepStrictEqual({ ...row }, found[n]?.output));
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
	const { limit, sort, fault } = draw;
	if (fault) lane.service.faults.add({ after: fault.after, kind: fault.kind });
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
	const isUnreadable = (lane.service.freedoms.unreadableList ?? 'off') !== 'off';
	return isExcused(lane.service) || isUnreadable || cannotBeTold(draw)
		? []
		: [`failed: ${ending.failed}`];
}

const LINK_KEYS: Record<string, (link: StoredLink) => Expected['key']> = {
	createTs: ({ createTs }) => createTs,
	expirationDate: ({ expirationDate }) => expirationDate,
	clickCnt: ({ clicks }) => clicks.length,
	code: ({ code }) => code,
	fullLink: ({ fullLink }) => fullLink,
};

const linkLists = fc
	.record({
		links: fc.oneof(
			{ weight: 3, arbitrary: fc.array(drawnLink, { maxLength: 12 }) },
			{ weight: 2, arbitrary: fc.array(drawnLink, { minLength: 95, maxLength: 135 }) },
			{ weight: 1, arbitrary: fc.array(drawnLink, { minLength: 198, maxLength: 260 }) },
		),
		listing: listing(Object.keys(LINK_KEYS)),
	})
	.filter(({ listing: { conditions: given } }) => !hidesAll(given.freedoms));

const LINK_DRAWS = draws(400);

test(`Link, Get Many: ${LINK_DRAWS} draws, seed ${SEED}`, async () => {
	await judgeAll(l.all, linkLists, LINK_DRAWS, async (lane, draw) => {
		const { service } = lane;
		begin(lane, draw.listing.conditions, () => addLinks(service, draw.links));
		const isListed = draw.listing.conditions.freedoms.softDeletion === 'listed';
		const deleted = isListed ? [...service.store.links.deleted.values()] : [];
		const key = LINK_KEYS[draw.listing.sort?.field ?? 'code'];
		const all = [...service.store.links.all(), ...deleted].map((link) => ({
			output: linkOutput(service, link),
			key: key(link),
		}));
		return await judge(lane, draw.listing, 'link', {}, all);
	});
}, 300_000);

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

const messageLists = fc
	.record({
		count: fc.oneof(
			fc.nat(12),
			fc.integer({ min: 95, max: 135 }),
			fc.integer({ min: 198, max: 320 }),
		),
		withNumberInfo: fc.boolean(),
		listing: listing(Object.keys(MESSAGE_KEYS)),
	})
	.filter(({ listing: { conditions: given } }) => !hidesAll(given.freedoms));

const MESSAGE_DRAWS = draws(400);

const storedMessages = ({ store }: LocalService): StoredMessage[] => [...store.messages.all()];

test(`Message, Get Many: ${MESSAGE_DRAWS} draws, seed ${SEED}`, async () => {
	await judgeAll(l.all, messageLists, MESSAGE_DRAWS, async (lane, draw) => {
		const { service } = lane;
		const { withNumberInfo } = draw;
		begin(lane, draw.listing.conditions, () => addMessages(service, draw.count));
		const key = MESSAGE_KEYS[draw.listing.sort?.field ?? 'to'];
		const all = storedMessages(service).map((message) => ({
			output: messageOutput(service, message, withNumberInfo),
			key: key(message),
		}));
		return await judge(lane, draw.listing, 'message', { withNumberInfo }, all);
	});
}, 300_000);
