import { segments } from './segments';

/** Typographic characters, and the GSM characters that are written for them. */
const REPLACEMENTS: ReadonlyArray<[written: string, typographic: string]> = [
	['"', '\u00ab\u00bb\u02ba\u02ee\u201c\u201d\u201e\u201f\u2033\u275d\u275e\u301d\u301e'],
	[
		"'",
		'\u00b4`\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u2018\u2019\u201a\u201b\u2032\u275b\u275c',
	],
	['<', '\u2039'],
	['>', '\u203a'],
	['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2022\u2043\u2212'],
	['...', '\u2026'],
	[
		' ',
		'\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
	],
	['\n', '\u2028\u2029'],
	// Marks that show nothing: soft hyphen, spaces without width, direction of writing.
	['', '\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff'],
];

const WRITTEN = new Map(
	REPLACEMENTS.flatMap(([written, typographic]) =>
		Array.from(typographic, (character): [string, string] => [character, written]),
	),
);

/**
 * Replaces typographic characters where the whole text then fits the GSM alphabet, and takes no more
 * segments: otherwise nothing would be gained.
 */
export function smartEncoding(text: string): string {
	const plain = Array.from(text, (character) => WRITTEN.get(character) ?? character).join('');
	const after = segments(plain);
	const pays = after.encoding === 'GSM-7' && after.segments <= segments(text).segments;
	return pays ? plain : text;
}
