import type { Context } from '../api/method.mts';
import type { StoredLink } from '../store/links.mts';
import { valuesOf } from './values.mts';

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

/** A link as Link/Get and Link/List show it; recorded answers have more than the documented fields. */
export function linkRow(link: StoredLink, context: Context): Record<string, unknown> {
	const { store, dialect } = context;
	const { integer, date, time } = valuesOf(dialect, store);
	const { redirectCnt, ...shared } = campaignLinkRow(link, context);
	const row = {
		...shared,
		status: integer(link.status),
		moderatorStatus: integer(link.moderatorStatus),
		createTs: time(link.createTs),
		expirationDate: date(link.expirationDate),
		moderatorComment: link.moderatorComment,
	};
	// Only a service that keeps deleted links (F16) ever shows one.
	const deletedTs = time(link.deletedTs);
	if (dialect === 'documented') return link.deletedTs === null ? row : { ...row, deletedTs };
	return {
		...{ ...row, redirectCnt, deletedTs },
		domain: new URL(store.publicUrl).host,
		updateTs: time(link.updateTs),
		realExpirationDate: date(link.expirationDate),
	};
}
