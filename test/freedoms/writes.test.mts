import { isDeepStrictEqual } from 'node:util';
import fc, { type Drawn } from '../fc.mts';
import type { INodeParameters } from 'n8n-workflow';
import { CONTINUE, fromItem } from '../engine/lib/harness.mts';
import type { FaultKind, Freedoms, LocalService, StoredLink } from '../service/index.mts';
import {
	addLinks,
	codeOf,
	drawnLink,
	hasTwin,
	idOf,
	isExcused,
	knownLink,
	linkMode,
	locate,
	namedLinks,
} from './lib/account.mts';
import { compare, type Ending, type Tries } from './lib/lane.mts';
import { properties } from './lib/property.mts';

const property = properties();

const FREEDOMS = [
	...(['queuedShare', 'queuedWrites', 'oddReads', 'oddReadsAre', 'softDeletion'] as const),
	...(['shortLinkForm', 'shortLinkPath', 'idForm', 'blankTimes'] as const),
];

/** What matters to who names a link by its code or its address. */
const NAMING = ['codesAnyCase', 'shortLinkMatch'] as const;

/** A call that meets nothing. */
const WELL: FaultKind = { delay: 0 };

/** What may happen to a write; after some of these, it was carried out. */
const KINDS: FaultKind[] = [
	...[{ code: 999 }, { code: 10 }, { code: 30 }, { code: 15 }, { html: true as const }],
	...[{ drop: 'before' as const }, { drop: 'after' as const }],
	{ status: 502, at: 'after' },
	{ truncated: true, at: 'after' },
];

/** What meets the first, the second ... of the calls that change something, in all tries. */
const trouble = {
	tries: fc.record({
		stopped: fc.nat(3),
		maxTries: fc.integer({ min: 1, max: 3 }),
		onError: fc.constantFrom('continueRegularOutput', 'continueErrorOutput'),
		isCalm: fc.boolean(),
	}),
	struck: fc.oneof(
		fc.constant([]),
		fc.array(fc.constantFrom(WELL, WELL, ...KINDS), { minLength: 1, maxLength: 20 }),
	),
};

/** Each of these parameters, from the item's field of its name. */
const expressions = (names: readonly string[]): INodeParameters =>
	Object.fromEntries(names.map((name) => [name, fromItem(name)]));

interface Begin {
	links?: Parameters<typeof addLinks>[1];
	struck: readonly FaultKind[];
}

function prepare(service: LocalService, { links = [], struck }: Begin): void {
	addLinks(service, links);
	for (const kind of struck)
		service.faults.add({ when: ({ method }) => method !== 'Link/Get', kind });
}

/** Whether a call was struck, other than by a refusal for the rate: its items may fail, done or not. */
const isStruck = ({ calls }: LocalService): boolean =>
	calls.some(
		({ fault: struck }) =>
			struck !== undefined && struck !== '{"code":30}' && struck !== JSON.stringify(WELL),
	);

/** The same, for what a further try finds out or does. */
const isStruckLast = (service: LocalService, { isCalm }: Tries): boolean =>
	!isCalm && isStruck(service);

const isQueued = (ending: Ending): boolean =>
	'outputs' in ending &&
	ending.outputs.length === 1 &&
	ending.outputs[0].queued === true &&
	typeof ending.outputs[0].taskId === 'number' &&
	!['deleted', 'updated', 'code', 'shortLink'].some((field) => field in ending.outputs[0]);

property({
	what: 'Link, Create',
	runs: 400,
	freedoms: [...FREEDOMS, 'emptyDate'],
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
		...trouble,
	},
	prepare,
	judge: async (lane, draw) => {
		const { service } = lane;
		const urls = draw.items.map((_, n) => `https://example.com/${n % 3 ? n : 'x'}`);
		const parameters = { fullLink: fromItem('url'), additionalFields: expressions(draw.added) };
		const items = draw.items.map((item, n) => ({ ...item, url: urls[n] }));
		const endings = await lane.run('link.create', parameters, items, draw.tries);
		const stored = [...service.store.links.all()];
		const shownIds: unknown[] = [];
		const findings = endings.flatMap((ending, n) => {
			const given = Object.entries(draw.items[n]).filter(([name]) =>
				draw.added.some((each) => each === name),
			);
			const { status = 1, comment, expirationDate } = Object.fromEntries(given);
			if (isQueued(ending)) return [];
			if ('failed' in ending) return compare(ending, [], isStruck(service));
			const link = service.store.link(Number(ending.outputs[0].id));
			if (!link || shownIds.includes(link.id)) return compare(ending, undefined, true);
			shownIds.push(link.id);
			const { id, code, fullLink } = link;
			const output = { id: Number(id), code, shortLink: service.store.shortLink(code) };
			const wanted = { status, comment: comment || null, expirationDate: expirationDate || null };
			return fullLink === urls[n] && isDeepStrictEqual(shown(link), wanted)
				? compare(ending, [output], false)
				: [`made ${JSON.stringify(link)}`];
		});
		const odd = [...new Set(urls)].flatMap((url) => {
			const made = stored.filter(({ fullLink }) => fullLink === url);
			const sure = made.filter(({ id }) => shownIds.includes(id)).length;
			const unknown = endings.filter(
				(ending, n) => urls[n] === url && 'failed' in ending && ending.failed.includes('not known'),
			).length;
			return made.length <= sure + unknown ? [] : [`${url} was made ${made.length} times`];
		});
		return [...findings, ...odd];
	},
});

property({
	what: 'Link, Delete',
	runs: 400,
	freedoms: [
		...FREEDOMS,
		...NAMING,
		...(['deleteUnknown', 'deleteAnswer', 'deleteProcessed', 'deleteNotProcessed'] as const),
	],
	draw: {
		...namedLinks,
		...trouble,
	},
	prepare,
	judge: async (lane, draw) => {
		const { service } = lane;
		const { freedoms } = service;
		const { deleteProcessed, deleteNotProcessed } = freedoms;
		const wasThere = draw.items.map(({ index }) => service.store.link(idOf(index)) !== undefined);
		const items = draw.items.map(({ index, mode }) => ({ link: locate(service, mode, index) }));
		const endings = await lane.run('link.delete', { link: fromItem('link') }, items, draw.tries);
		const findings = endings.flatMap((ending, n) => {
			const { index } = draw.items[n];
			const id = idOf(index);
			const isGone = service.store.link(id) === undefined;
			if (isQueued(ending)) return isGone && wasThere[n] ? ['queued, and deleted'] : [];
			if ('outputs' in ending && !isGone) return ['said to be deleted, and is there'];
			const deleted = [{ deleted: true, id: Number(id) }];
			// Of a link that was never there, an answer that names nobody and Link/Get say the same.
			const isAskedFor = lane.calls('Link/Get').some(({ params }) => Object(params).id === id);
			const isNamed = ![deleteProcessed, deleteNotProcessed].some((form) => form !== 'asIs');
			if (!wasThere[n] && (isAskedFor || !isNamed) && 'outputs' in ending)
				return compare(ending, deleted, false);
			const isReason = isStruckLast(service, draw.tries) || isExcused(service);
			const mayFail = isReason || hasTwin(service, freedoms, index);
			return compare(ending, wasThere[n] ? deleted : undefined, mayFail);
		});
		const kept = draw.links.flatMap(({ isDeleted }, index) =>
			isDeleted || draw.items.some((item) => item.index === index) ? [] : [idOf(index)],
		);
		const lost = kept.filter((id) => service.store.link(id) === undefined);
		return [...findings, ...lost.map((id) => `${id} is gone, which nobody asked for`)];
	},
});

const change = fc.record({
	index: fc.nat(5),
	mode: linkMode,
	status: fc.constantFrom(0, 1),
	expiration: fc.constantFrom('keep', 'date', 'never'),
	comment: fc.constantFrom('', 'New'),
});

/** What an item changes, as far as the field was added. */
type Changes = Partial<Drawn<typeof change>>;

type State = Pick<StoredLink, 'status' | 'comment' | 'expirationDate'>;

const shown = ({ status, comment, expirationDate }: State) => ({ status, comment, expirationDate });

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

/** Every state that some of these changes may have left, in their order. */
const leftBy = (states: Array<State | undefined>, changes: Changes[]): Array<State | undefined> =>
	changes.reduce((all, change) => {
		const more = all.map((state) => state && changed(state, change));
		const isNew = (state?: State) => !all.some((other) => isDeepStrictEqual(other, state));
		return [...all, ...more.filter(isNew)];
	}, states);

property({
	what: 'Link, Update',
	runs: 500,
	freedoms: [...FREEDOMS, ...NAMING, 'emptyUpdate', 'emptyDate'],
	draw: {
		links: fc.array(drawnLink, { minLength: 1, maxLength: 5 }),
		items: fc.array(change, { minLength: 1, maxLength: 5 }),
		added: fc.subarray(['status', 'comment'] as const, { minLength: 1 }),
		...trouble,
	},
	prepare,
	judge: async (lane, draw) => {
		const { service } = lane;
		const { freedoms } = draw.conditions;
		const indexes = [...new Set(draw.items.map(({ index }) => index))];
		const changesOf = ({ status, comment, expiration }: Changes): Changes => ({
			expiration,
			...(draw.added.includes('status') && { status }),
			...(draw.added.includes('comment') && { comment }),
		});
		// Every state that a link may have by now: a change that failed was made, or was not, by any of the tries.
		const states = new Map(
			indexes.map((index) => {
				const own = draw.items.filter((item) => item.index === index).map(changesOf);
				const earlier = Array(draw.tries.stopped + draw.tries.maxTries - 1)
					.fill(own)
					.flat();
				return [index, leftBy([stateOf(service, freedoms, index)], earlier)];
			}),
		);
		const fields = expressions([...draw.added, 'expiration']);
		const updateFields = { ...fields, expirationDate: '2028-02-29' };
		const items = draw.items.map(({ index, mode, ...given }) => {
			return { ...given, link: locate(service, mode, index) };
		});
		const parameters = { link: fromItem('link'), updateFields };
		const endings = await lane.run('link.update', parameters, items, draw.tries);
		const findings = endings.flatMap((ending, n) => {
			const item = draw.items[n];
			const before = states.get(item.index) ?? [];
			const after = before.map((state) => state && changed(state, changesOf(item)));
			const isSure = 'outputs' in ending && !isQueued(ending);
			// What is only queued in the end may have been made by an earlier try.
			states.set(item.index, isSure ? after : [...before, ...after]);
			if (isQueued(ending)) return [];
			if ('failed' in ending) {
				const isReason =
					before.includes(undefined) || isStruckLast(service, draw.tries) || isExcused(service);
				return compare(ending, [], isReason || hasTwin(service, freedoms, item.index));
			}
			const [{ shortLink }] = ending.outputs;
			const updated = {
				id: Number(idOf(item.index)),
				shortLink: shortLink === null ? null : service.store.shortLink(codeOf(item.index)),
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

property({
	what: 'Message, Send and Wait for Response',
	runs: 200,
	freedoms: [
		...FREEDOMS,
		...(['listForm', 'emptyList', 'numbersWithPlus', 'textStored', 'accountTimezone'] as const),
	],
	draw: {
		askForCode: fc.boolean(),
		maxTries: fc.integer({ min: 1, max: 3 }),
		struck: trouble.struck,
	},
	prepare,
	judge: async (lane, { askForCode, maxTries }) => {
		const { service } = lane;
		const question = { recipient: '77011231000', message: 'Pay?', options: { askForCode } };
		const tries: Tries = { stopped: 0, maxTries, isCalm: false, ...CONTINUE };
		const [ending] = await lane.run('message.sendAndWait', question, [{}], tries);
		// What was queued is done by then.
		service.advance(60_000);
		service.store.settle();
		const asked = service.store.messages.size;
		if ('failed' in ending) {
			const isSure = !ending.failed.includes('not known');
			if (isSure && asked > 0) return [`asked, though ${ending.failed}`];
			return asked > 1
				? ['asked twice']
				: compare(ending, [], isStruck(service) || isExcused(service));
		}
		// It waits for the answer.
		const isQueuedOnly = ending.outputs[0].outcome === 'queued';
		if (asked > 1 || (asked === 0 && !isQueuedOnly)) return [`waits, asked ${asked} times`];
		const text = String(Object(lane.calls('Message/SendSmsMessage').at(-1)?.params).text);
		const address = text.split(' ')[1];
		const leads = [...service.store.links.all()].some(
			({ code, fullLink }) =>
				service.store.shortLink(code) === address && fullLink.includes('/webhook-waiting/'),
		);
		return leads ? [] : [`"${text}" leads nowhere`];
	},
});
