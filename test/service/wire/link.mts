import type { Context } from '../api/method.mts';
import type { StoredLink } from '../store/links.mts';
import { valuesOf } from './values.mts';

/** A link as Link/Get and Link/List show it; recorded answers have more than the documented fields. */
export function linkRow(link: StoredLink, { store, dialect }: Context): Record<string, unknown> {
	const { integer, id, date, time } = valuesOf(dialect, store);
	const row = {
		id: id(link.id),
		code: link.code,
		shortLink: store.shortLink(link.code),
		fullLink: link.fullLink,
		status: integer(link.status),
		moderatorStatus: integer(link.moderatorStatus),
		clickCnt: integer(link.clicks.length),
		createTs: time(link.createTs),
		expirationDate: date(link.expirationDate),
		comment: link.comment,
		moderatorComment: link.moderatorComment,
	};
	// Only a service that keeps deleted links (F16) ever shows one.
	const deletedTs = time(link.deletedTs);
	if (dialect === 'documented') return link.deletedTs === null ? row : { ...row, deletedTs };
	return {
		...row,
		redirectCnt: integer(link.redirects.length),
		domain: new URL(store.publicUrl).host,
		updateTs: time(link.updateTs),
		deletedTs,
		realExpirationDate: date(link.expirationDate),
	};
}

/** A link as Link/GetLinks shows it. */
export function campaignLinkRow(link: StoredLink, { store, dialect }: Context) {
	const { integer, id } = valuesOf(dialect, store);
	return {
		id: id(link.id),
		code: link.code,
		fullLink: link.fullLink,
		shortLink: store.shortLink(link.code),
		clickCnt: integer(link.clicks.length),
		redirectCnt: integer(link.redirects.length),
		comment: link.comment,
	};
}
