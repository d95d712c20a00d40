import fc from 'fast-check';
import qs from 'qs';

import { encodeForm, type FormValue } from '../../../nodes/shared/api/encode';

/** Without brackets, and never a number, which would be taken for a place in a list. */
const name = fc
	.string({ unit: fc.constantFrom(...'abcXYZ_ .&=+%;é😀'), minLength: 1, maxLength: 8 })
	.map((text) => `k${text}`);
const hostile = fc.constantFrom(
	'x&data[status]=0',
	'x&ids[]=1',
	'a=b',
	'[0]',
	'%5Bx%5D=1',
	'x;y=1',
	'+',
	'\u0000',
);
const text = fc.oneof(hostile, fc.string({ unit: 'grapheme' }), fc.string());
const plain = fc.oneof(text, fc.integer(), fc.boolean());
const { params } = fc.letrec<{ value: FormValue; params: { [key: string]: FormValue } }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		plain,
		fc.array(plain, { minLength: 1, maxLength: 30 }),
		fc.array(tie('params'), { minLength: 1, maxLength: 4 }),
		tie('params'),
	),
	params: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
}));

const asText = (value: FormValue): unknown => {
	if (Array.isArray(value)) return value.map(asText);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
	}
	return String(typeof value === 'boolean' ? Number(value) : value);
};

const parse = (form: string) =>
	qs.parse(form, {
		depth: 50,
		arrayLimit: 1000,
		parameterLimit: Infinity,
		strictNullHandling: true,
	});

it('is read back as it was, by a parser of the same syntax', () => {
	fc.assert(
		fc.property(params, (given) => {
			expect(parse(encodeForm(given))).toEqual(asText(given));
		}),
		{ numRuns: 500 },
	);
});

it('says the same as the library does', () => {
	const flat = fc.dictionary(
		name,
		fc.oneof(
			plain,
			fc.array(plain),
			fc.constant(null),
			fc.constant(undefined),
			fc.dictionary(name, plain, { noNullPrototype: true }),
		),
		{ noNullPrototype: true },
	);
	fc.assert(
		fc.property(flat, (given) => {
			const library = qs.stringify(given, {
				arrayFormat: 'brackets',
				skipNulls: true,
				serializeDate: String,
				encoder: (value) =>
					encodeURIComponent(String(typeof value === 'boolean' ? Number(value) : value)),
				encodeValuesOnly: false,
			});
			expect(decodeURIComponent(encodeForm(given))).toBe(decodeURIComponent(library));
		}),
		{ numRuns: 500 },
	);
});

it('never makes another field, whatever the value', () => {
	fc.assert(
		fc.property(text, text, (fullLink, comment) => {
			const form = encodeForm({ data: { fullLink, comment } });
			expect(form.match(/[&=[\]]/g)?.join('')).toBe('[]=&[]=');
			expect(Object.keys(parse(form))).toEqual(['data']);
		}),
		{ numRuns: 500 },
	);
});

it('takes any text, also halves of surrogate pairs', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a') }), (half) => {
			// Node's own UTF-8 puts the replacement character in the same places.
			const read = parse(encodeForm({ text: half })).text;
			expect(read).toBe(Buffer.from(half).toString());
		}),
	);
});
