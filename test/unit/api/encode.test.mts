import fc from '../../fc.mts';
import qs from 'qs';

import { encodeForm, type FormValue } from '../../../nodes/shared/api/transport';

it.each([
	[{ criteria: { status: 0 }, ids: ['1', 2] }, 'criteria[status]=0&ids[]=1&ids[]=2'],
	[{ a: null, b: undefined, c: [], d: {}, e: { g: { h: undefined } } }, ''],
])('%j is %s', (params, expected) => {
	expect(encodeForm(params)).toBe(expected);
});

/** Without brackets, and never a number, which would be taken for a place in a list. */
const name = fc
	.string({ unit: fc.constantFrom(...'abcXYZ_ .&=+%;é😀'), minLength: 1, maxLength: 8 })
	.map((text) => `k${text}`);
const hostile = fc.constantFrom(
	...['x&data[status]=0', 'x&ids[]=1', 'a=b', '[0]', '%5Bx%5D=1', 'x;y=1', '+', '\u0000'],
);
const text = fc.oneof(hostile, fc.string({ unit: 'grapheme' }), fc.string());
const plain = fc.oneof(text, fc.integer());
const list = fc.array(plain, { minLength: 1, maxLength: 30 });
const object = (values: fc.Arbitrary<FormValue>) =>
	fc.dictionary(name, values, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
const params = object(fc.oneof(plain, list, object(fc.oneof(plain, list, object(plain)))));

const ALL = { depth: 50, arrayLimit: 1000, parameterLimit: Infinity, strictNullHandling: true };
const parse = (form: string) => qs.parse(form, ALL);

it('is read back as it was by a parser of the same syntax: no value makes another field', () => {
	fc.assert(
		fc.property(params, (given) => {
			const library = qs.stringify(given, { arrayFormat: 'brackets' });
			expect(parse(encodeForm(given))).toEqual(parse(library));
		}),
		{ numRuns: 500 },
	);
});

it('halves of surrogate pairs become what Node’s own UTF-8 makes of them', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a') }), (half) => {
			expect(parse(encodeForm({ text: half })).text).toBe(Buffer.from(half).toString());
		}),
	);
});
