import fc from 'fast-check';

import { locator } from '../engine/lib/harness.mts';
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
} from './lib/account.mts';
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
	judge: async (lane, { items, conditions: given }) => {
		const { service } = lane;
		const locators = items.map(({ mode, index }) => {
			if (mode === 'id' || mode === 'list') return locator(mode, idOf(index));
			if (mode === 'code') return locator(mode, codeOf(index));
			const shown = service.store.shortLink(codeOf(index));
			const bare = shown.replace(/^https?:\/\//, '');
			return locator(
				'url',
				mode === 'shown' ? shown : mode === 'bare' ? bare : `${mode}://${bare}`,
			);
		});
		const endings = await lane.run({
			node: 'link',
			choice: 'link.get',
			parameters: { link: '={{ $json.link }}' },
			items: locators.map((link) => ({ link })),
		});
		return endings.flatMap((ending, n) => {
			const { index } = items[n];
			const stored = knownLink(service, given.freedoms, idOf(index));
			const expected = stored && [linkOutput(service, stored)];
			const mayFail = isExcused(service) || hasTwin(service, given.freedoms, index);
			return compare(ending, expected, mayFail);
		});
	},
});

const LIST_FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'oddReads'] as const),
	...(['oddReadsAre', 'idForm', 'softDeletion', 'shortLinkForm', 'blankTimes'] as const),
];

property({
	what: 'Campaign, Get Links',
	runs: 250,
	freedoms: LIST_FREEDOMS,
	draw: {
		links: fc.array(drawnLink, { maxLength: 8 }),
	},
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane) => {
		const { service } = lane;
		const [known, unknown] = await lane.run({
			node: 'link',
			choice: 'campaign.getLinks',
			parameters: { campaignId: '={{ $json.id }}' },
			items: [{ id: CAMPAIGN }, { id: '5' }],
		});
		const own = [...service.store.links.all()].filter(({ campaignId }) => campaignId === CAMPAIGN);
		const expected = own.map((link) => ({
			id: Number(link.id),
			code: link.code,
			fullLink: link.fullLink,
			shortLink: service.store.shortLink(link.code),
			clickCnt: link.clicks.length,
			redirectCnt: link.redirects.length,
			comment: link.comment,
		}));
		return [...compare(known, expected, isExcused(service)), ...compare(unknown, undefined, true)];
	},
});

const STATUSES = ['DELIVRD', 'UNDELIV', 'ENQUEUD', 'NEW', 'SCHEDUL'];
const FINAL = [true, true, false, false, null];

const messageId = (index: number) => String(70_000_000_001 + index);

property({
	what: 'Delivery Report, Get',
	runs: 250,
	freedoms: LIST_FREEDOMS,
	draw: {
		count: fc.nat(6),
		items: fc.array(fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }), {
			minLength: 1,
			maxLength: 4,
		}),
		missing: fc.constantFrom('omit', 'error'),
	},
	prepare: ({ store }, { count }) =>
		store.addMessages(count, (n) => ({ id: messageId(n), status: STATUSES[n % 5] })),
	judge: async (lane, { items, missing }) => {
		const { service } = lane;
		const endings = await lane.run({
			node: 'message',
			choice: 'deliveryReport.get',
			parameters: { messageIds: '={{ $json.ids }}', options: { missing } },
			items: items.map((ids) => ({ ids: ids.map(messageId) })),
		});
		const time = (ms: number | null) => (ms === null ? null : service.store.zone.format(ms));
		return endings.flatMap((ending, n) => {
			const found = items[n].map((index) => service.store.message(messageId(index)));
			const expected = found.flatMap((message) =>
				message
					? {
							id: Number(message.id),
							status: message.status,
							segNum: message.segNum,
							startSendTs: time(message.startSendTs),
							statusUpdateTs: time(message.statusUpdateTs),
							final: FINAL[STATUSES.indexOf(message.status)],
						}
					: [],
			);
			const isRefused = missing === 'error' && found.includes(undefined);
			return compare(ending, isRefused ? undefined : expected, isExcused(service));
		});
	},
});
