import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { locator } from '../engine/lib/harness.mts';
import type { Freedoms, LocalService, StoredLink } from '../service/index.mts';
import {
	addLinks,
	codeOf,
	drawnLink,
	hasTwin,
	idOf,
	isExcused,
	knownLink,
} from './lib/account.mts';
import { oneFault, compare, type Ending } from './lib/lane.mts';
import { properties } from './lib/property.mts';

const property = properties();

const FREEDOMS = [
	...(['queuedShare', 'queuedWrites', 'oddReads', 'oddReadsAre', 'softDeletion'] as const),
	...(['shortLinkForm', 'shortLinkPath', 'idForm', 'blankTimes'] as const),
];

/** What may happen to one write; after some of these, it was carried out. */
const fault = oneFault(
	[
		...[{ code: 999 }, { code: 10 }, { code: 30 }],
		...[{ drop: 'before' as const }, { drop: 'after' as const }],
		...[
			{ status: 502, at: 'after' as const },
			{ truncated: true as const, at: 'after' as const },
		],
	],
	2,
);

/** Each of these parameters, from the item's field of its name. */
const expressions = (names: readonly string[]): INodeParameters =>
	Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`]));

/** Whether a call was struck, other than by a refusal for the rate: its items may fail, done or not. */
const isStruck = ({ calls }: LocalService): boolean =>
	calls.some(({ fault: struck }) => struck !== undefined && struck !== '{"code":30}');

const isQueued = (ending: Ending): boolean =>
	'outputs' in ending &&
	ending.outputs.length === 1 &&
	ending.outputs[0].queued === true &&
	typeof ending.outputs[0].taskId === 'number' &&
	!['deleted', 'updated', 'code', 'shortLink'].some((field) => field in ending.outputs[0]);

property({
	what: 'Link, Create',
	runs: 200,
	freedoms: [...FREEDOMS, 'emptyDate'],
	fault,
	draw: {
		items: fc.array(
			fc.record({
				status: fc.constantFrom(0, 1),
				comment: fc.constantFrom('', 'Spring', 'Қазақ & co'),
				expirationDate: fc.constantFrom('2026-12-31', '2027-01-15'),
			}),
			{ minLength: 1, maxLength: 6 },
		),
		added: fc.subarray(['status', 'comment', 'expirationDate'] as const),
	},
	judge: async (lane, draw) => {
		const { service } = lane;
		const endings = await lane.run(
			'link',
			'link.create',
			{
				fullLink: '=https://example.com/{{ $itemIndex }}',
				additionalFields: expressions(draw.added),
			},
			draw.items,
		);
		const stored = [...service.store.links.all()];
		return endings.flatMap((ending, n) => {
			const given = Object.entries(draw.items[n]).filter(([name]) =>
				draw.added.some((each) => each === name),
			);
			const { status = 1, comment, expirationDate } = Object.fromEntries(given);
			const own = stored.filter(({ fullLink }) => fullLink === `https://example.com/${n}`);
			if (own.length > 1) return [`made ${own.length} times`];
			if (isQueued(ending)) return own.length === 0 ? [] : ['queued, and made'];
			if ('failed' in ending) return compare(ending, [], isStruck(service));
			const [link] = own;
			if (!link) return compare(ending, undefined, true);
			const { id, code } = link;
			const output = { id: Number(id), code, shortLink: service.store.shortLink(code) };
			const wanted = { status, comment: comment || null, expirationDate: expirationDate || null };
			return isDeepStrictEqual(shown(link), wanted)
				? compare(ending, [output], false)
				: [`made ${JSON.stringify(link)}`];
		});
	},
});

property({
	what: 'Link, Delete',
	runs: 200,
	freedoms: [
		...FREEDOMS,
		...(['deleteUnknown', 'deleteAnswer', 'deleteProcessed', 'deleteNotProcessed'] as const),
	],
	fault,
	draw: {
		links: fc.array(drawnLink, { minLength: 1, maxLength: 8 }),
		items: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 8 }),
	},
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane, draw) => {
		const { service } = lane;
		const { deleteProcessed, deleteNotProcessed } = service.freedoms;
		const wasThere = draw.items.map((index) => service.store.link(idOf(index)) !== undefined);
		const endings = await lane.run(
			'link',
			'link.delete',
			{ link: locator('id', '={{ $json.id }}') },
			draw.items.map((index) => ({ id: idOf(index) })),
		);
		const findings = endings.flatMap((ending, n) => {
			const id = idOf(draw.items[n]);
			const isGone = service.store.link(id) === undefined;
			if (isQueued(ending)) return isGone && wasThere[n] ? ['queued, and deleted'] : [];
			if ('outputs' in ending && !isGone) return ['said to be deleted, and is there'];
			const deleted = [{ deleted: true, id: Number(id) }];
			// Of a link that was never there, an answer that names nobody and Link/Get say the same.
			const isAskedFor = lane.calls('Link/Get').some(({ params }) => Object(params).id === id);
			const isNamed = ![deleteProcessed, deleteNotProcessed].some((form) => form !== 'asIs');
			if (!wasThere[n] && (isAskedFor || !isNamed) && 'outputs' in ending)
				return compare(ending, deleted, false);
			const mayFail = isStruck(service) || isExcused(service);
			return compare(ending, wasThere[n] ? deleted : undefined, mayFail);
		});
		const kept = draw.links.flatMap(({ isDeleted }, index) =>
			isDeleted || draw.items.includes(index) ? [] : [idOf(index)],
		);
		const lost = kept.filter((id) => service.store.link(id) === undefined);
		return [...findings, ...lost.map((id) => `${id} is gone, which nobody asked for`)];
	},
});

const change = fc.record({
	index: fc.nat(5),
	mode: fc.constantFrom('id' as const, 'code' as const, 'url' as const),
	status: fc.constantFrom(0, 1),
	expiration: fc.constantFrom('keep', 'date', 'never'),
	comment: fc.constantFrom('', 'New'),
});

/** What an item changes, as far as the field was added. */
type Changes = Partial<typeof change extends fc.Arbitrary<infer D> ? D : never>;

type State = Pick<StoredLink, 'status' | 'comment' | 'expirationDate'>;

const shown = ({ status, comment, expirationDate }: State): State => ({
	...{ status, comment, expirationDate },
});

function stateOf(service: LocalService, free: Partial<Freedoms>, index: number): State | undefined {
	const link = knownLink(service, free, idOf(index));
	return link && shown(link);
}

function changed(state: State, { status, expiration, comment }: Changes): State {
	const dates = { keep: state.expirationDate, date: '2028-02-29', never: null };
	return {
		status: status ?? state.status,
		comment: comment === undefined ? state.comment : comment || null,
		expirationDate: dates[expiration ?? 'keep'],
	};
}

property({
	what: 'Link, Update',
	runs: 250,
	freedoms: [...FREEDOMS, 'emptyUpdate', 'emptyDate', 'codesAnyCase'],
	fault,
	draw: {
		links: fc.array(drawnLink, { minLength: 1, maxLength: 5 }),
		items: fc.array(change, { minLength: 1, maxLength: 5 }),
		added: fc.subarray(['status', 'comment'] as const, { minLength: 1 }),
	},
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane, draw) => {
		const { service } = lane;
		const { freedoms } = draw.conditions;
		const names = {
			id: idOf,
			code: codeOf,
			url: (index: number) => service.store.shortLink(codeOf(index)),
		};
		const indexes = [...new Set(draw.items.map(({ index }) => index))];
		// Every state that a link may have by now: a change that failed was made, or was not.
		const states = new Map(indexes.map((index) => [index, [stateOf(service, freedoms, index)]]));
		const endings = await lane.run(
			'link',
			'link.update',
			{
				link: '={{ $json.link }}',
				updateFields: {
					...expressions(draw.added),
					...{ expiration: '={{ $json.expiration }}', expirationDate: '2028-02-29' },
				},
			},
			draw.items.map(({ index, mode, ...fields }) => ({
				...fields,
				link: locator(mode, names[mode](index)),
			})),
		);
		const findings = endings.flatMap((ending, n) => {
			const item = draw.items[n];
			const before = states.get(item.index) ?? [];
			const { status, comment, expiration } = item;
			const added: Changes = {
				expiration,
				...(draw.added.includes('status') && { status }),
				...(draw.added.includes('comment') && { comment }),
			};
			const after = before.map((state) => state && changed(state, added));
			if (isQueued(ending)) return [];
			if ('failed' in ending) {
				states.set(item.index, [...before, ...after]);
				const isReason = before.includes(undefined) || isStruck(service) || isExcused(service);
				return compare(ending, [], isReason || hasTwin(service, freedoms, item.index));
			}
			states.set(item.index, after);
			const [{ shortLink }] = ending.outputs;
			const updated = {
				id: Number(idOf(item.index)),
				shortLink: shortLink === null ? null : names.url(item.index),
				updated: true,
			};
			return compare(ending, before.includes(undefined) ? undefined : [updated], false);
		});
		const odd = indexes.flatMap((index) => {
			const now = stateOf(service, freedoms, index);
			const isPossible = states.get(index)?.some((state) => isDeepStrictEqual(state, now));
			return isPossible ? [] : [`${idOf(index)} is ${JSON.stringify(now)}`];
		});
		return [...findings, ...odd];
	},
});
