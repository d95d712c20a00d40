import { firstOf, plural } from '../../shared/input/parse';
import { segments, SEPTETS } from './segments';

/** So many characters, and positions of each, are named; the others are counted. */
const NAMED = 3;

/** Spaces, and characters that show nothing: only their codes tell them apart. */
const INVISIBLE = /^[\p{Z}\p{C}\p{M}]$/u;

/**
 * The characters that make a text UCS-2, for people: `’ at 14`, `ж at 1, 5, 9 and 12 more`, `U+00A0 at 6`.
 * Positions count characters from 1.
 */
export function nonGsmCharacters(text: string): string[] {
	const positions = new Map<string, number[]>();
	Array.from(text).forEach((character, index) => {
		if (SEPTETS.has(character)) return;
		const known = positions.get(character);
		if (known) known.push(index + 1);
		else positions.set(character, [index + 1]);
	});
	return [...positions].map(
		([character, found]) => `${shown(character)} at ${firstOf(found, NAMED)}`,
	);
}

/** Some of its characters make it UCS-2, and most do not: it is not of another alphabet, as Cyrillic. */
export function hasForeignCharacters(text: string): boolean {
	const characters = Array.from(text);
	const foreign = characters.filter((character) => !SEPTETS.has(character)).length;
	return foreign > 0 && 2 * foreign < characters.length;
}

/** The same in one text: `’ at 14, … at 20 and 5 others` */
export function nonGsmText(text: string): string {
	const characters = nonGsmCharacters(text);
	const more = characters.length - NAMED;
	const others = more > 0 ? ` and ${plural(more, 'other')}` : '';
	return characters.slice(0, NAMED).join(', ') + others;
}

function shown(character: string): string {
	if (!INVISIBLE.test(character)) return character;
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
	return `U+${code.padStart(4, '0')}`;
}

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
