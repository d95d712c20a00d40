import fc from 'fast-check';

import { nonGsmCharacters } from '../../../nodes/Message/sms/nonGsmCharacters';
import { segments } from '../../../nodes/Message/sms/segments';

it.each<[string, string[]]>([
	['', []],
	['Only GSM: €[]{}\n', []],
	['Your parcel, it’s here', ['’ at 16']],
	['“It’s”', ['“ at 1', '’ at 4', '” at 6']],
	['жажажажаж', ['ж at 1, 3, 5 and 2 more', 'а at 2, 4, 6 and 1 more']],
	['😀 ’', ['😀 at 1', '’ at 3']],
	['no\u00a0break\u200b', ['U+00A0 at 3', 'U+200B at 9']],
	['e\u0301', ['U+0301 at 2']],
	['\ud83d', ['U+D83D at 1']],
])('%j: %j', (text, expected) => {
	expect(nonGsmCharacters(text)).toEqual(expected);
});

it('is empty exactly for texts in GSM-7', () => {
	const unit = fc.constantFrom('a', '€', '\n', 'é', '’', 'ж', '😀', '\u00a0');
	fc.assert(
		fc.property(fc.string({ unit }), (text) => {
			expect(nonGsmCharacters(text).length === 0).toBe(segments(text).encoding === 'GSM-7');
		}),
	);
});
