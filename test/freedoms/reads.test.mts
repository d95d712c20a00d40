import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import { draws } from '../draws.mts';
import { locator } from '../engine/lib/harness.mts';
import {
	addLinks,
	CAMPAIGN,
	codeOf,
	drawnLink,
	idOf,
	isExcused,
	knownLink,
	linkOutput,
} from './lib/account.mts';
import { conditions, passingFault } from './lib/conditions.mts';
import { judgeAll, SEED } from './lib/draws.mts';
import { begin, lanes, type Ending } from './lib/lanes.mts';

const l = lanes();
const DRAWS = draws(250);

/** Compares what became of an item with what must; `undefined` must fail. */
function compare(
	ending: Ending,
	expected: Array<Record<string, unknown>> | undefined,
	mayFail: boolean,
): string[] {
	if ('failed' in ending) return !expected || mayFail ? [] : [`failed: ${ending.failed}`];
	const got = ending.outputs.map((output) => ({ ...output }));
	if (!expected) return [`made of nothing: ${JSON.stringify(got)}`];
	return isDeepStrictEqual(got, expected)
		? []
		: [`${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`];
}

const LINK_FREEDOMS = [
	...(['queuedShare', 'oddReads', 'oddReadsAre', 'softDeletion', 'shortLinkForm'] as const),
	...(['shortLinkPath', 'shortLinkMatch', 'idForm', 'blankTimes'] as const),
];

const gets = fc.record({
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
	conditions: conditions(LINK_FREEDOMS),
	fault: passingFault,
});

test(`Link, Get: ${DRAWS} draws, seed ${SEED}`, async () => {
	await judgeAll(l.all, gets, DRAWS, async (lane, { links, items, conditions: given, fault }) => {
		const { service } = lane;
		begin(lane, given, () => addLinks(service, links));
		if (fault) service.faults.add({ after: fault.after, kind: fault.kind });
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
			const stored = knownLink(service, given.freedoms, idOf(items[n].index));
			const expected = stored && [linkOutput(service, stored)];
			return compare(ending, expected, isExcused(service));
		});
	});
}, 300_000);

const LIST_FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'unreadableList', 'oddReads'] as const),
	...(['oddReadsAre', 'idForm', 'softDeletion', 'shortLinkForm', 'blankTimes'] as const),
];

const campaigns = fc.record({
	links: fc.array(drawnLink, { maxLength: 8 }),
	conditions: conditions(LIST_FREEDOMS),
	fault: passingFault,
});

test(`Campaign, Get Links: ${DRAWS} draws, seed ${SEED}`, async () => {
	await judgeAll(l.all, campaigns, DRAWS, async (lane, { links, conditions: given, fault }) => {
		const { service } = lane;
		begin(lane, given, () => addLinks(service, links));
		if (fault) service.faults.add({ after: fault.after, kind: fault.kind });
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
		const isUnreadable = (given.freedoms.unreadableList ?? 'off') !== 'off';
		return [
			...compare(known, expected, isExcused(service) || isUnreadable),
			...compare(unknown, undefined, true),
		];
	});
}, 300_000);

const STATUSES = ['DELIVRD', 'UNDELIV', 'ENQUEUD', 'NEW', 'SCHEDUL'];
const FINAL = [true, true, false, false, null];

const reports = fc.record({
	count: fc.nat(6),
	items: fc.array(fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }), {
		minLength: 1,
		maxLength: 4,
	}),
	missing: fc.constantFrom('omit', 'error'),
	conditions: conditions(LIST_FREEDOMS),
	fault: passingFault,
});

const messageId = (index: number) => String(70_000_000_001 + index);

test(`Delivery Report, Get: ${DRAWS} draws, seed ${SEED}`, async () => {
	await judgeAll(l.all, reports, DRAWS, async (lane, { count, items, missing, ...draw }) => {
		const { service } = lane;
		begin(lane, draw.conditions, () =>
			service.store.addMessages(count, (n) => ({ id: messageId(n), status: STATUSES[n % 5] })),
		);
		if (draw.fault) service.faults.add({ after: draw.fault.after, kind: draw.fault.kind });
		const endings = await lane.run({
			node: 'message',
			choice: 'deliveryReport.get',
			parameters: { messageIds: '={{ $json.ids }}', options: { missing } },
			items: items.map((ids) => ({ ids: ids.map(messageId) })),
		});
		const time = (ms: number | null) => (ms === null ? null : service.store.zone.format(ms));
		const isUnreadable = (draw.conditions.freedoms.unreadableList ?? 'off') !== 'off';
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
			return compare(ending, isRefused ? undefined : expected, isExcused(service) || isUnreadable);
		});
	});
}, 300_000);
