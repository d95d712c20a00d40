import fc from '../../fc.mts';
import { SegmentedMessage } from 'sms-segments-calculator';
import { segments } from '../../../nodes/Message/sms/segments';
import { filledText } from '../../../nodes/Message/sms/filledText';

const GSM = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà'];
const EXTENSION = [...'\f^{}\\[~]|€'];
const OTHER = [...'Жқіяçãõ\u00a0’—`'];
const EMOJI = ['😀', '🚀', '𝄞'];

it.each([
	['nothing', '', 'GSM-7', 0, 0],
	['a full SMS', 'a'.repeat(160), 'GSM-7', 160, 1],
	['one more', 'a'.repeat(161), 'GSM-7', 161, 2],
	['escape pairs that leave a septet free', '€'.repeat(153), 'GSM-7', 306, 3],
	['pairs that leave a unit free', '😀'.repeat(67), 'UCS-2', 134, 3],
	['half an emoji', '\ud83d', 'UCS-2', 1, 1],
	// The library keeps in one part what is drawn as one sign; the standard knows code units only.
	['a family of emoji', `${'ж'.repeat(62)}👨‍👩‍👧${'ж'.repeat(64)}`, 'UCS-2', 134, 2],
])('%s', (_, text, encoding, characters, count) => {
	expect(segments(text)).toEqual({ encoding, characters, segments: count });
});

const texts = (units: string[], maxLength = 480) =>
	fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength, size: 'max' });
const around = (filler: string, length: number, units: string[]) =>
	fc
		.tuple(fc.integer({ min: length - 3, max: length }), texts(units, 8))
		.map(([count, end]) => filler.repeat(count) + end);

it.each([
	['GSM-7', texts(GSM)],
	['GSM-7 with its extension', texts([...GSM, ...EXTENSION])],
	['the extension around the ends of parts', around('a', 153, ['a', '€'])],
	['the extension around the end of an SMS', around('a', 160, ['a', '['])],
	['mixed scripts', texts([...GSM, ...EXTENSION, ...OTHER])],
	['emoji', texts([...EMOJI, 'ж', 'a', '€'])],
	['pairs around the ends of parts', around('ж', 67, ['😀', 'ж'])],
	['pairs around the end of an SMS', around('ж', 70, ['😀', 'ж'])],
])('the same as the library: %s', (_, text) => {
	fc.assert(
		fc.property(text, (given) => {
			const library = new SegmentedMessage(given);
			const own = segments(given);
			expect([own.encoding, own.segments]).toEqual([library.encodingName, library.segmentsCount]);
			// In UCS-2 the library counts characters as people see them; the limit is in UTF-16 units.
			const size = own.encoding === 'GSM-7' ? library.numberOfCharacters : given.length;
			expect(own.characters).toBe(size);
		}),
		// The library is slow on long texts; looking for a smaller counterexample must not take minutes.
		{ numRuns: 150, interruptAfterTimeLimit: 10_000 },
	);
});

const refusal = (value: string): string | undefined => {
	try {
		return void filledText(value);
	} catch (fault) {
		return String(fault);
	}
};

/** What must be found, said in a form that is too slow for strangers' texts. */
const OLD = /\{\{[^{}]*[a-z$][^{}]*\}\}/;

test('finds an expression that was not evaluated, in any surroundings', () => {
	const part = fc.constantFrom('{', '}', '{{', '}}', '$', ' ', 'a', '{{ $json.a }}');
	fc.assert(
		fc.property(fc.constantFrom('', 'x'), fc.array(part, { maxLength: 12 }), (beginning, parts) => {
			const text = beginning + parts.join('');
			const found = OLD.exec(text)?.[0];
			if (found === undefined) expect(refusal(text)).toBeUndefined();
			else expect(refusal(text)).toContain(found.slice(0, 40));
		}),
		{ numRuns: 3000 },
	);
});

test('a text of more than 100 segments is refused by its length alone', () => {
	expect(refusal('a'.repeat(15_300))).toBeUndefined();
	expect(refusal('{{$$$'.repeat(30_000))).toContain('has 150000 characters');
});
