import { firstOf, plural } from '../../shared/input/parse';
import { septets } from './segments';

/** Positions of a character, and characters, that are named; the rest are counted. */
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
		if (septets(character) !== undefined) return;
		const known = positions.get(character);
		if (known) known.push(index + 1);
		else positions.set(character, [index + 1]);
	});
	return [...positions].map(
		([character, found]) => `${shown(character)} at ${firstOf(found, NAMED)}`,
	);
}

/** `’ at 14, … at 20 and 5 others` */
export function listed(characters: string[]): string {
	const more = characters.length - NAMED;
	const others = more > 0 ? ` and ${plural(more, 'other')}` : '';
	return characters.slice(0, NAMED).join(', ') + others;
}

function shown(character: string): string {
	if (!INVISIBLE.test(character)) return character;
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
	return `U+${code.padStart(4, '0')}`;
}
