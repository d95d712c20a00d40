import { statusOptions } from '../../../nodes/Message/fields';
import * as parse from '../../../nodes/shared/input/parse';
import { fullLink } from '../../../nodes/Link/link/create';

const text = parse.text({ max: 3 });
const integer = parse.integer({ min: 60, max: 1440, unit: ' minutes' });
const oneOf = parse.oneOf(['ASC', 'DESC']);
const { id, ids, isEmpty, quote, Refusal, zeroOrOne } = parse;
const field = { displayName: '', name: '', default: '', options: statusOptions };
const status = (given: unknown) => parse.chosen({ ...field, type: 'options' }, given);

test.each<[name: string, parse: (value: unknown) => unknown, expected: unknown, given: unknown[]]>([
	['isEmpty', isEmpty, true, ['', ' \n\t', null, undefined]],
	['isEmpty', isEmpty, false, [0, false, [], '0']],
	['choice', status, 'DELIVRD', ['delivrd', ' Delivered ', 'Delivered (DELIVRD)']],
	['quote', quote, `"{'a':1}"`, [{ a: 1 }]],
	['quote', quote, '"1970-01-01T00:00:00.000Z"', [new Date(0)]],
	['quote', quote, `"${'x'.repeat(40)}..."`, ['x'.repeat(41)]],
	['quote', quote, `"${'x'.repeat(40)}"`, ['x'.repeat(40)]],
	['text', text, '5', [5, '5']],
	['text', text, '😀😀😀', ['😀😀😀']],
	['integer', integer, 60, [60, '60', ' 60.0 ']],
	['integer', integer, 1440, ['+1440', 1440]],
	['zero or one', zeroOrOne, 0, [0, ' 0 ', false, 'False', "'No "]],
	['zero or one', zeroOrOne, 1, [1, '1', true, 'TRUE', 'yes']],
	['id', id, '400001', [400001, ' 00400001 ', "'400001.0"]],
	['id', id, '9007199254740991', [Number.MAX_SAFE_INTEGER]],
	['id', id, '5', ['٥']],
	['ids', ids, ['5', '6'], [[5, '6', null, ''], '5,\u00a06', '5\t6.0']],
	['ids', ids, ['5', '5', '7', '8'], ['5, 5;7\n  8', '[5,5, 7,8]', ' ["5", "5", "7",\n"8"]\n']],
])('%s makes %#: %p of %j', (_name, make, expected, given) => {
	for (const value of given) expect(make(value)).toEqual(expected);
});

const [LONG, LOST] = ['1'.repeat(21), '70\u00a0100\u202f200'];

test.each<[name: string, parse: (value: unknown) => unknown, message: string, given: unknown[]]>([
	['text', text, 'has 4 characters, at most 3 are taken', ['abcd', '😀😀😀😀']],
	['text', text, 'is not text: VALUE', [true, NaN, Infinity, ['a'], null]],
	['integer', integer, 'is VALUE minutes', [59, 1441]],
	['integer', integer, 'is 1441 minutes', ['1441']],
	['integer', integer, 'is not a whole number: VALUE', [60.5, '60 min', '1e3', NaN, null, [60]]],
	['one of', oneOf, 'cannot be VALUE', ['asc', null, ['ASC']]],
	['zero or one', zeroOrOne, 'cannot be VALUE', [2, 'on', [1]]],
	['id', id, 'is a number that has lost digits: 9007199254740992', [2 ** 53]],
	['id', id, 'is not an ID: VALUE', [1.5, NaN, '000', LONG, '5,6', LOST, {}]],
	['ids', ids, 'is not an ID: "[5]"', [[[5]]]],
	['ids', ids, 'is not an ID: VALUE', [LOST]],
	['ids', ids, 'has no ID', [',;', []]],
])('%s refuses, %#: %s', (_name, make, message, given) => {
	for (const value of given) {
		const shown = message.startsWith('is VALUE') ? String(value) : quote(value);
		const said = expect.objectContaining({ message: message.replace('VALUE', shown) });
		expect(() => make(value)).toThrow(said);
		expect(() => make(value)).toThrow(Refusal);
	}
});

test.each([
	...['example.com', 'https://example.com', 'HTTP://EXAMPLE.COM:8080/a?b=c#d', 'example.com?a@b'],
	...['https://user:pass@example.com/x@y', 'https://пример.рф', 'localhost', 'localhost:3000/x'],
	...['http://[2001:db8::1]:80/', '192.168.0.1', '10.0.0.7/a', 'ftp://files.example.com'],
	...['http://intranet/page', 'https://intranet:8080', 'https://me@intranet/'],
])('%s is taken, without the marks that come along with a copied address', (given) => {
	for (const copied of [` ${given}\n`, `\u200b${given}\u200b\ufeff`])
		expect(fullLink(copied)).toBe(given);
});

test.each([
	...['example', 'me@example.com', 'mailto:me@example.com', 'user:pass@example.com'],
	...['//example.com', 'javascript:alert(1)', 'https://', 'https:///path', 'http://exa mple.com'],
	...['example.com/a b', '.example.com', 'example..com', 'https://@', '[::1', '10.12.2026'],
	...['1.5', 10.5],
])('%s is refused', (given) => {
	expect(() => fullLink(given)).toThrow(`is not a URL: "${given}"`);
});

test.each([8192, 8193, 10_000_000])('%i characters, most of them spaces', (length) => {
	const given = `example.com/a${' '.repeat(length - 14)}b`;
	const refusal = length > 8192 ? /^has \d+ characters, a URL has at most 8192$/ : /^is not a URL/;
	expect(() => fullLink(given)).toThrow(refusal);
});
