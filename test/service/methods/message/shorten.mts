import type { Store } from '../../store/store.mts';
import { toUrl } from '../../api/url.mts';

const LINK = /(?:https?:\/\/|www\.)\S+/giu;
/** Punctuation that ends the sentence, not the link. */
const TAIL = /[.,!?;:)\]'"»]+$/u;

/** The text with every link in it replaced by a short link that belongs to the campaign. */
export function shortenLinks(store: Store, text: string, campaignId: string): string {
	return text.replace(LINK, (found) => {
		const fullLink = found.replace(TAIL, '');
		if (toUrl(fullLink) === undefined) return found;
		const link = store.addLink({ fullLink, campaignId });
		store.links.update(link, { trackingCode: `r${link.code}` });
		return store.shortLink(link.code) + found.slice(fullLink.length);
	});
}
