import fc from '../../fc.mts';
import { SegmentedMessage } from 'sms-segments-calculator';
import library from 'sms-segments-calculator/dist/libs/SmartEncodingMap';

import { nonGsmCharacters, smartEncoding } from '../../../nodes/Message/sms/nonGsmCharacters';
import { segments } from '../../../nodes/Message/sms/segments';

it.each([
	['It’s “here” – come\u00a0in…', 'It\'s "here" - come in...'],
	['«Да»', '«Да»'],
	['It’s 😀', 'It’s 😀'],
	['naïve “x”', 'naïve “x”'],
	['plain, with € and [brackets]', 'plain, with € and [brackets]'],
	['10\u202f000\u2009€ \u2212 5', '10 000 € - 5'],
	['soft\u00adhyphen\u200b', 'softhyphen'],
	['line\u2028line', 'line\nline'],
	['‚so‘ „und“ ‹so›', '\'so\' "und" <so>'],
	['…'.repeat(60), '…'.repeat(60)],
	['', ''],
])('%j becomes %j', (given, expected) => {
	expect(smartEncoding(given)).toBe(expected);
});

/** Where the library writes something else: two spaces for one, seven for a tab, a comma for a quote. */
const OTHERWISE = new Map(Object.entries({ '  ': ' ', '       ': ' ', ',': "'" }));
/** Full-width forms, control characters, marks over letters, and parts of drawn brackets stay as they are. */
const LEFT = /[\uff02\uff07\uff0d\ufe63\ufe10\ufe11\u0313\u0314\u23bc\u23bd\u0080-\u009f]/;

const typographic = Object.keys(library).filter((sign) => smartEncoding(sign) !== sign);

it('writes what the library writes for every quote, dash, ellipsis and space, but for spaces and one quote', () => {
	expect(typographic.length).toBeGreaterThan(50);
	const other = Object.entries(library).filter(([character, written]) =>
		typographic.includes(character)
			? smartEncoding(character) !== (OTHERWISE.get(written) ?? written)
			: /^(["'-]|\.{3}| +)$/.test(written) && !LEFT.test(character),
	);
	// It writes a space for each end of a line.
	expect(other.map(([character]) => character)).toEqual(['\u2028', '\u2029']);
});

it('never costs more than before, nor than the library', () => {
	const unit = fc.constantFrom(...typographic, 'a', 'é', '€', 'ж', '😀', '\n');
	const rare = fc.constantFrom(...typographic, ...'abcdefgh €[');
	const texts = fc.oneof(
		fc.string({ unit, maxLength: 200, size: 'max' }),
		fc.string({ unit: rare, maxLength: 400, size: 'max' }),
	);
	fc.assert(
		fc.property(texts, (text) => {
			const own = segments(smartEncoding(text)).segments;
			expect(own).toBeLessThanOrEqual(Math.max(1, segments(text).segments));
			if (text)
				expect(own).toBeLessThanOrEqual(new SegmentedMessage(text, 'auto', true).segmentsCount);
			expect(smartEncoding(smartEncoding(text))).toBe(smartEncoding(text));
		}),
		{ numRuns: 300, interruptAfterTimeLimit: 10_000 },
	);
});

it.each<[string, string[]]>([
	['Only GSM: €[]{}\n', []],
	['“It’s”', ['“ at 1', '’ at 4', '” at 6']],
	['жажажажаж', ['ж at 1, 3, 5 and 2 more', 'а at 2, 4, 6 and 1 more']],
	['😀 ’', ['😀 at 1', '’ at 3']],
	['no\u00a0break\u200b', ['U+00A0 at 3', 'U+200B at 9']],
	['e\u0301', ['U+0301 at 2']],
	['\ud83d', ['U+D83D at 1']],
])('%j has these that are not GSM-7: %j', (text, expected) => {
	expect(nonGsmCharacters(text)).toEqual(expected);
});

it('has none exactly in texts that are counted as GSM-7', () => {
	const unit = fc.constantFrom('a', '€', '\n', 'é', '’', 'ж', '😀', '\u00a0');
	fc.assert(
		fc.property(fc.string({ unit }), (text) => {
			expect(nonGsmCharacters(text).length === 0).toBe(segments(text).encoding === 'GSM-7');
		}),
	);
});
