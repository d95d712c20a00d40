import { toUrl } from '../api/url.mts';
import type { Store } from '../store/store.mts';

/**
 * Where a visitor of a short link is sent, and counts the visit. A link leads somewhere while it is active,
 * approved, and not past the end of its last day in the account's zone.
 */
export function visit(store: Store, code: string): string | undefined {
	const link = store.links.byCode(code);
	const now = store.clock.now();
	if (link === undefined || link.status !== 1 || link.moderatorStatus !== 1) return undefined;
	if (link.expirationDate !== null && now > store.zone.endOfDay(link.expirationDate))
		return undefined;
	store.links.click(link, now);
	return toUrl(link.fullLink)?.href;
}
