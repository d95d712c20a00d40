import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { date, flag, pagination, sort, time, id } from '../../api/params.mts';
import { pageAnswer, listAnswer } from '../../freedoms/lists.mts';
import { moveLinks } from '../../freedoms/moves.mts';
import { pageOf, unsorted } from '../../freedoms/order.mts';
import type { StoredLink } from '../../store/links.mts';
import type { Store } from '../../store/store.mts';
import { sortRows } from '../../store/table.mts';
import { linkRow, campaignLinkRow } from '../../wire/rows.mts';
import { ApiFailure, CODES } from '../../api/failure.mts';

const criteria = z
	.strictObject({
		status: flag,
		moderatorStatus: flag,
		createTsFrom: date,
		createTsTo: time,
		query: z.string(),
	})
	.partial()
	.default({});

const params = z.strictObject({
	criteria,
	pagination,
	sort: sort<StoredLink>({
		createTs: (link) => link.createTs,
		expirationDate: (link) => link.expirationDate,
		clickCnt: (link) => link.clicks.length,
		code: (link) => link.code,
		fullLink: (link) => link.fullLink,
	}),
});

/** The query is any part of the short link code, the recipient tracking code or the comment. */
function matcher(wanted: z.output<typeof criteria>, { zone }: Store) {
	const from = wanted.createTsFrom === undefined ? -Infinity : zone.parse(wanted.createTsFrom);
	const to = wanted.createTsTo === undefined ? Infinity : zone.parse(wanted.createTsTo) + 999;
	const sought = wanted.query?.toLowerCase() ?? '';
	return (link: StoredLink) =>
		link.status === (wanted.status ?? link.status) &&
		link.moderatorStatus === (wanted.moderatorStatus ?? link.moderatorStatus) &&
		link.createTs >= from &&
		link.createTs <= to &&
		[link.code, link.trackingCode, link.comment].some((text) =>
			text?.toLowerCase().includes(sought),
		);
}

/** Link/List: newest first unless a sort is given. */
export const list = defineMethod('Link/List', params, (given, context) => {
	moveLinks(context);
	const { store, random } = context;
	const { links, freedoms } = store;
	const view = links.view([given.criteria, given.sort, freedoms], () => {
		const deleted = freedoms.softDeletion === 'listed' ? links.deleted.values() : [];
		const matching = [...links.all(), ...deleted].filter(matcher(given.criteria, store));
		return sortRows(matching, given.sort, unsorted(freedoms, given.sort));
	});
	const page = pageOf(view, given.pagination, given.sort, freedoms, random);
	const rows = page.map((link) => linkRow(link, context));
	return ok(pageAnswer(rows, view.length, context));
});

const ofCampaign = z.strictObject({ campaignId: id });

/** Link/GetLinks: the links that were shortened for a campaign, as a bare list. */
export const getLinks = defineMethod('Link/GetLinks', ofCampaign, ({ campaignId }, context) => {
	const { campaigns, links } = context.store;
	if (campaigns.get(campaignId) === undefined) {
		throw new ApiFailure(CODES.notFound, 'Campaign not found');
	}
	const own = [...links.all()].filter((link) => link.campaignId === campaignId);
	const rows = own.map((link) => campaignLinkRow(link, context));
	return ok(listAnswer(rows, context));
});
