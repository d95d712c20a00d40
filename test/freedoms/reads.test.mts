import fc from 'fast-check';

import { fromItem, locator, NOON } from '../engine/lib/harness.mts';
import type { Freedoms, LocalService, StoredMessage } from '../service/index.mts';
import {
	addLinks,
	CAMPAIGN,
	codeOf,
	drawnLink,
	hasTwin,
	idOf,
	isExcused,
	knownLink,
	linkOutput,
	reportOutput,
	STATUSES,
	timeOutput,
} from './lib/account.mts';
import { isTold } from './lib/counts.mts';
import { compare } from './lib/lane.mts';
import { properties } from './lib/property.mts';

const property = properties();

const LINK_FREEDOMS = [
	...(['queuedShare', 'oddReads', 'oddReadsAre', 'softDeletion', 'shortLinkForm'] as const),
	...(['shortLinkPath', 'shortLinkMatch', 'idForm', 'blankTimes', 'codesAnyCase'] as const),
];

property({
	what: 'Link, Get',
	runs: 250,
	freedoms: LINK_FREEDOMS,
	draw: {
		links: fc.array(drawnLink, { minLength: 1, maxLength: 6 }),
		// Each link once: between two items that ask the same, the service may come out empty for one of them twice.
		items: fc.uniqueArray(
			fc.record({
				mode: fc.constantFrom('id', 'list', 'code', 'shown', 'http', 'https', 'bare'),
				// Beyond the last link: one that was never there.
				index: fc.nat(7),
			}),
			{ minLength: 1, maxLength: 6, selector: ({ index }) => index },
		),
	},
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane, { items, conditions: { freedoms } }) => {
		const { service } = lane;
		const locators = items.map(({ mode, index }) => {
			if (mode === 'id' || mode === 'list') return locator(mode, idOf(index));
			if (mode === 'code') return locator(mode, codeOf(index));
			const shown = service.store.shortLink(codeOf(index));
			const bare = shown.replace(/^https?:\/\//, '');
			const urls: Record<string, string> = { shown, bare };
			return locator('url', urls[mode] ?? `${mode}://${bare}`);
		});
		const given = locators.map((link) => ({ link }));
		const endings = await lane.run('link.get', { link: fromItem('link') }, given);
		return endings.flatMap((ending, n) => {
			const { index } = items[n];
			const stored = knownLink(service, freedoms, idOf(index));
			const expected = stored && [linkOutput(service, stored)];
			const mayFail = isExcused(service) || hasTwin(service, freedoms, index);
			return compare(ending, expected, mayFail);
		});
	},
});

const LIST_FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'oddReads'] as const),
	...(['oddReadsAre', 'idForm', 'unsortedOrder', 'blankTimes'] as const),
];

property({
	what: 'Campaign, Get Links',
	runs: 250,
	freedoms: [...LIST_FREEDOMS, 'shortLinkForm'],
	draw: { links: fc.array(drawnLink, { maxLength: 8 }) },
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane) => {
		const { service } = lane;
		const items = [{ id: CAMPAIGN }, { id: '5' }];
		const given = { campaignId: fromItem('id') };
		const [known, unknown] = await lane.run('campaign.getLinks', given, items);
		const own = [...service.store.links.all()].filter(({ campaignId }) => campaignId === CAMPAIGN);
		const expected = own.map(({ id, code, fullLink, comment, clicks, redirects }) => ({
			...{ id: Number(id), code, fullLink, shortLink: service.store.shortLink(code), comment },
			...{ clickCnt: clicks.length, redirectCnt: redirects.length },
		}));
		// In the order of the service, which may be any.
		if ('outputs' in known) known.outputs.sort((a, b) => Number(a.id) - Number(b.id));
		return [...compare(known, expected, isExcused(service)), ...compare(unknown, undefined, true)];
	},
});

/** Of each item, beyond the last message: one that was never there. */
const indexes = fc.array(fc.nat(8), { minLength: 1, maxLength: 5 });
const someMessages = fc.array(indexes, { minLength: 1, maxLength: 4 });
const messageId = (index: number) => String(70_000_000_001 + index);

property({
	what: 'Delivery Report, Get',
	runs: 250,
	freedoms: LIST_FREEDOMS,
	draw: { count: fc.nat(6), items: someMessages, missing: fc.constantFrom('omit', 'error') },
	prepare: ({ store }, { count }) =>
		store.addMessages(count, (n) => ({ id: messageId(n), status: STATUSES[n % 5] })),
	judge: async (lane, { items, missing }) => {
		const { service } = lane;
		const parameters = { messageIds: fromItem('ids'), options: { missing } };
		const given = items.map((ids) => ({ ids: ids.map(messageId) }));
		const endings = await lane.run('deliveryReport.get', parameters, given);
		return endings.flatMap((ending, n) => {
			const found = items[n].map((index) => service.store.message(messageId(index)));
			const expected = found.flatMap((message) =>
				message ? reportOutput(service.store, message) : [],
			);
			const isRefused = missing === 'error' && found.includes(undefined);
			return compare(ending, isRefused ? undefined : expected, isExcused(service));
		});
	},
});

const MESSAGE_FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'oddReads'] as const),
	...(['oddReadsAre', 'idForm', 'blankTimes', 'numbersWithPlus', 'unsortedOrder'] as const),
	...(['totalForm', 'totalOff', 'totalAlternatesBy', 'tiesShuffled', 'pastEnd'] as const),
	'listShows' as const,
];

/** F8: rows change places from call to call. */
const isShuffled = ({ tiesShuffled, unsortedOrder }: Partial<Freedoms>): boolean =>
	tiesShuffled === true || unsortedOrder === 'any';

const STATES: Record<string, string[]> = {
	delivered: ['DELIVRD'],
	failed: ['UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED'],
	pending: ['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD'],
};
const stateOf = ({ status }: StoredMessage): string =>
	Object.keys(STATES).find((state) => STATES[state].includes(status)) ?? 'other';

/** What the store knows of messages, in the form of the output. */
function summaryOf({ store }: LocalService, own: StoredMessage[], withCost: boolean): object {
	const times = (field: 'startSendTs' | 'statusUpdateTs') =>
		own.flatMap((message) => message[field] ?? []).sort((a, b) => a - b);
	const count = (state: string) => own.filter((message) => stateOf(message) === state).length;
	const segments = own.reduce((sum, { segNum }) => sum + segNum, 0);
	const cost = own.reduce((sum, { segNum, segUserBuy }) => sum + segNum * Number(segUserBuy), 0);
	return {
		...{ messages: own.length, delivered: count('delivered'), failed: count('failed') },
		...{ pending: count('pending'), other: count('other') },
		deliveryRate: own.length ? Number((count('delivered') / own.length).toFixed(4)) : null,
		...{ segments, cost: withCost ? Number(cost.toFixed(6)) : null },
		firstSentTs: timeOutput(store, times('startSendTs').at(0) ?? null),
		lastStatusTs: timeOutput(store, times('statusUpdateTs').at(-1) ?? null),
	};
}

property({
	what: 'Delivery Report, Summarize',
	runs: 250,
	freedoms: MESSAGE_FREEDOMS,
	draw: {
		count: fc.oneof(fc.nat(6), fc.constantFrom(100, 101, 230)),
		items: someMessages,
		source: fc.constantFrom('messageIds', 'filters'),
		groupBy: fc.constantFrom(
			...(['none', 'status', 'day', 'campaign', 'country', 'operator'] as const),
		),
		clicks: fc.boolean(),
		links: fc.array(drawnLink, { maxLength: 4 }),
	},
	filter: ({ source, clicks, groupBy, conditions: { freedoms } }) =>
		source === 'filters'
			? isTold(freedoms) && !(isShuffled(freedoms) && freedoms.totalAlternatesBy !== undefined)
			: !clicks && ['none', 'status', 'day'].includes(groupBy),
	prepare: (service, { count, links }) => {
		addLinks(service, links);
		service.store.addMessages(count, (n) => ({
			...{ id: messageId(n), campaignId: n % 3 ? CAMPAIGN : '70000000010', segNum: 1 + (n % 3) },
			status: [...STATUSES, 'REJECTD', 'PDLIVRD'][n % 7],
			createdAt: NOON - n * 7_200_000,
			statusUpdateTs: n % 5 === 0 ? null : NOON - n * 3_600_000,
			...(n % 4 ? {} : { to: '380671234567', segUserBuy: '0.1250' }),
		}));
		service.store.campaigns.add({ id: '70000000010', createTs: service.now() });
	},
	judge: async (lane, { items, source, groupBy, clicks }) => {
		const { service } = lane;
		const { store } = service;
		const byIds = source === 'messageIds';
		const endings = await lane.run(
			'deliveryReport.summarize',
			{ source, messageIds: fromItem('ids'), groupBy, options: { clicks } },
			byIds ? items.map((ids) => ({ ids: ids.map(messageId) })) : [{}],
		);
		const all = [...store.messages.all()];
		const isKnown = (ids: number[]) => ids.every((index) => store.message(messageId(index)));
		const asked = new Set(items.filter(isKnown).flat().map(messageId));
		const own = byIds ? all.filter(({ id }) => asked.has(id)) : all;
		const keyOf = (message: StoredMessage): unknown => {
			const { status, campaignId, startSendTs, to } = message;
			const day = timeOutput(store, startSendTs)?.slice(0, 10) ?? null;
			const country = to.startsWith('380') ? 'UA' : 'KZ';
			const operator = `Operator ${country}`;
			const values: Record<string, unknown> = { status, day, country, operator };
			return groupBy === 'campaign' ? Number(campaignId) : values[groupBy];
		};
		const keys = [...new Set(groupBy === 'none' ? [null] : own.map(keyOf))];
		const linksOf = (messages: StoredMessage[]) => {
			const campaigns = messages.map(({ campaignId }) => campaignId);
			return [...store.links.all()].filter(({ campaignId }) =>
				campaigns.includes(String(campaignId)),
			);
		};
		const expected = keys
			.sort((a, b) => (a === null ? 1 : b === null ? -1 : String(a) < String(b) ? -1 : 1))
			.map((key) => {
				const group = groupBy === 'none' ? own : own.filter((message) => keyOf(message) === key);
				const links = linksOf(group);
				return {
					...(groupBy !== 'none' && { [groupBy]: key }),
					...summaryOf(service, group, !byIds),
					...(clicks && {
						links: links.length,
						clicks: links.reduce((sum, link) => sum + link.clicks.length, 0),
					}),
				};
			});
		// Of a list that looks short, or that is in another order each time, it cannot be told that it is whole.
		const { freedoms } = service;
		const isDoubtful = freedoms.totalOff !== 0 || freedoms.totalAlternatesBy !== 0;
		const isShort = isDoubtful || freedoms.listShows >= 0 || isShuffled(freedoms);
		const mayFail = isExcused(service) || isShort;
		if (!byIds) return endings.flatMap((ending) => compare(ending, expected, mayFail));
		return endings.flatMap((ending, n) => {
			if (!isKnown(items[n])) return compare(ending, undefined, true);
			return 'failed' in ending && isExcused(service) ? [] : compare(ending, expected, false);
		});
	},
});
