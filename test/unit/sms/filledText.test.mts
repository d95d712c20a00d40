import fc from '../../fc.mts';

import { filledText } from '../../../nodes/Message/sms/filledText';
import { recipient } from '../../../nodes/Message/sms/recipient';

const refusal = (value: string): string | undefined => {
	try {
		return void filledText(value);
	} catch (fault) {
		return String(fault);
	}
};

/** What must be found, said in a form that is too slow for strangers' texts. */
const OLD = /\{\{[^{}]*\$[^{}]*\}\}/;

test('finds an expression that was not evaluated, in any surroundings', () => {
	const part = fc.constantFrom('{', '}', '{{', '}}', '$', ' ', 'a', '{{ $json.a }}');
	fc.assert(
		fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
			const text = `x${parts.join('')}`;
			const found = OLD.exec(text)?.[0];
			if (found === undefined) expect(refusal(text)).toBeUndefined();
			else expect(refusal(text)).toContain(found.slice(0, 40));
		}),
		{ numRuns: 3000 },
	);
});

test('a text of more than 100 segments, and a number of 1,000 characters, are refused by their length alone', () => {
	expect(refusal('a'.repeat(15_300))).toBeUndefined();
	expect(refusal('{{$$$'.repeat(30_000))).toContain('has 150000 characters');
	expect(() => recipient('+'.repeat(1001), {})).toThrow('is too long (1001 characters)');
});
