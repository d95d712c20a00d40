import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { date, flag, pagination, sort, time } from '../../api/params.mts';
import { pageAnswer } from '../../freedoms/lists.mts';
import { freePage, unsorted, usedSorts } from '../../freedoms/order.mts';
import type { StoredLink } from '../../store/links.mts';
import type { Store } from '../../store/store.mts';
import { sortRows } from '../../store/view.mts';
import { linkRow } from '../../wire/link.mts';

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

/** By any part of the short link code, the recipient tracking code or the comment. */
function mentions(link: StoredLink, query: string): boolean {
	const sought = query.toLowerCase();
	return [link.code, link.trackingCode, link.comment].some((text) =>
		text?.toLowerCase().includes(sought),
	);
}

function matcher(
	wanted: z.output<typeof criteria>,
	{ zone }: Store,
): (link: StoredLink) => boolean {
	const from = wanted.createTsFrom === undefined ? -Infinity : zone.parse(wanted.createTsFrom);
	const to = wanted.createTsTo === undefined ? Infinity : zone.parse(wanted.createTsTo) + 999;
	return (link) =>
		(wanted.status === undefined || link.status === wanted.status) &&
		(wanted.moderatorStatus === undefined || link.moderatorStatus === wanted.moderatorStatus) &&
		link.createTs >= from &&
		link.createTs <= to &&
		(wanted.query === undefined || mentions(link, wanted.query));
}

/** Link/List: newest first unless a sort is given. */
export const list = defineMethod('Link/List', params, (given, context) => {
	const { store, random } = context;
	const { links, freedoms } = store;
	const sorts = usedSorts(given.sort, freedoms);
	const view = links.views.get([given.criteria, sorts, freedoms], links.version, () => {
		const deleted = freedoms.softDeletion === 'listed' ? links.deleted.values() : [];
		const matching = [...links.all(), ...deleted].filter(matcher(given.criteria, store));
		const rows = sortRows(matching, sorts, unsorted(freedoms, sorts));
		return { rows, start: 0, end: rows.length, reversed: false };
	});
	const page = freePage(view, given.pagination, sorts, freedoms, random);
	const rows = page.map((link) => linkRow(link, context));
	return ok(pageAnswer(rows, view.end - view.start, context));
});
