/** Arabic-Indic and Persian digits: the low four bits of their code points are their values. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Full-width forms of East Asian keyboards: ASCII, moved up by 0xFEE0. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

const shifted = (character: string, by: (code: number) => number) =>
	String.fromCharCode(by(character.charCodeAt(0)));

/**
 * A number, date or word as people and spreadsheets write it, in plain ASCII where it means the same:
 * invisible marks and the spaces around it gone, digits and punctuation of other scripts made plain,
 * every dash a `-`, and without a spreadsheet's leading apostrophe.
 */
export const plainText = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(FULL_WIDTH, (character) => shifted(character, (code) => code - 0xfee0))
		.replace(ARABIC_DIGITS, (character) => shifted(character, (code) => 0x30 + (code & 15)))
		.replace(/[\p{Pd}\u2212\u2043]/gu, '-')
		.trim()
		.replace(/^['\u2018\u2019\u02bc`]+\s*/, '');
