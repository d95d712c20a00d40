import type { Freedoms } from './schema.mts';

const LATIN: Readonly<Record<string, string>> = {
	...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'y' },
	...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
	...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu' },
	...{ я: 'ya', ә: 'a', ғ: 'g', қ: 'q', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h', і: 'i' },
};

function latin(letter: string): string {
	const small = letter.toLowerCase();
	const found = LATIN[small];
	if (found === undefined) return letter;
	return small === letter ? found : found.charAt(0).toUpperCase() + found.slice(1);
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const CHANGES: Readonly<Record<Freedoms['textStored'], (text: string) => string>> = {
	asIs: (text) => text,
	trimmed: (text) => text.trim(),
	crlf: (text) => text.replace(/\r?\n/g, '\r\n'),
	transliterated: (text) =>
		withoutAccents(text.normalize('NFC').replace(/\p{Script=Cyrillic}/gu, latin)),
	// Its links are shortened where texts are made.
	linksShortened: (text) => text,
	cut: (text) => [...text].slice(0, 10).join(''),
};

/** F21: the text that is stored, and comes back, for one that is sent. */
export const storedText = (text: string, { textStored }: Freedoms): string =>
	CHANGES[textStored](text);
