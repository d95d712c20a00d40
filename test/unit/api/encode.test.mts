import { encodeForm } from '../../../nodes/shared/api/encode';

it.each([
	[
		'a nested field',
		{ data: { fullLink: 'https://example.com/?a=1&b=2' } },
		'data[fullLink]=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2',
	],
	[
		'numbers, zero too',
		{ criteria: { status: 0 }, id: 70000000001 },
		'criteria[status]=0&id=70000000001',
	],
	['a list', { ids: ['1', 2] }, 'ids[]=1&ids[]=2'],
	[
		'switches',
		{ params: { shortenLinks: true, other: false } },
		'params[shortenLinks]=1&params[other]=0',
	],
	['an empty text', { data: { comment: '' } }, 'data[comment]='],
	[
		'what is not given',
		{ a: null, b: undefined, c: [], d: {}, e: { f: [null], g: { h: undefined } } },
		'',
	],
	['nothing', {}, ''],
	['a plus and a space', { recipient: '+7 701' }, 'recipient=%2B7%20701'],
	[
		'special characters',
		{ text: '? / \\ & + % =' },
		'text=%3F%20%2F%20%5C%20%26%20%2B%20%25%20%3D',
	],
	['brackets in a value', { text: 'a[b]' }, 'text=a%5Bb%5D'],
	['a line break and an emoji', { text: 'a\n😀' }, 'text=a%0A%F0%9F%98%80'],
	['half an emoji', { text: 'a\ud83d', '\udc00': 1 }, 'text=a%EF%BF%BD&%EF%BF%BD=1'],
	[
		'a list of objects, numbered',
		{ rows: [{ a: 1 }, null, { a: 2, b: [3] }] },
		'rows[0][a]=1&rows[1][a]=2&rows[1][b][]=3',
	],
])('encodes %s', (_, params, expected) => {
	expect(encodeForm(params)).toBe(expected);
});

it.each([{ 'a]b[': 1 }, { data: { 'x][status': 1 } }, { 'ids[]': [1] }, { a: [{ ']': 1 }] }])(
	'refuses a field name with brackets: %j',
	(params) => {
		expect(() => encodeForm(params)).toThrow(
			expect.objectContaining({ name: 'Refusal', message: expect.stringContaining('brackets') }),
		);
	},
);
