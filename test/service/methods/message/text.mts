import { toUrl } from '../../api/params.mts';
import type { Store } from '../../store/store.mts';

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

const LATIN: Readonly<Record<string, string>> = {
	...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'y' },
	...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
	...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu' },
	...{ я: 'ya', ә: 'a', ғ: 'g', қ: 'q', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h', і: 'i' },
};

function latin(letter: string): string {
	const small = letter.toLowerCase();
	const found = LATIN[small] ?? letter;
	return small === letter ? found : found.charAt(0).toUpperCase() + found.slice(1);
}

/** F21: the text that is stored, and comes back, for one that is sent. */
export function storedText(text: string, { freedoms }: Store): string {
	const { textStored: form } = freedoms;
	if (form === 'trimmed') return text.trim();
	if (form === 'crlf') return text.replace(/\r?\n/g, '\r\n');
	if (form === 'cut') return [...text].slice(0, 10).join('');
	if (form !== 'transliterated') return text;
	const romanized = text.normalize('NFC').replace(/\p{Script=Cyrillic}/gu, latin);
	return romanized.normalize('NFD').replace(/\p{M}/gu, '');
}
