import { Queued } from '../../../nodes/shared/api/envelope';
import {
	exactText,
	idText,
	number,
	queuedOutput,
	rawData,
	record,
	text,
	time,
	typed,
} from '../../../nodes/shared/api/wire';

test.each([
	['12', 12],
	[12, 12],
	['0.0600', 0.06],
	['-3', -3],
	['', null],
	[' ', null],
	[null, null],
	[undefined, null],
	[[], null],
	[{}, null],
	[true, null],
	['9007199254740991', 9007199254740991],
	['9007199254740993', '9007199254740993'],
	['70000000000000000001', '70000000000000000001'],
	[' 400001', 400001],
	[' 70000000000000000001', '70000000000000000001'],
	['n/a', 'n/a'],
	['Infinity', 'Infinity'],
])('number %p is %p', (given, expected) => {
	expect(number(given)).toBe(expected);
});

test.each([
	['a', 'a'],
	[5, '5'],
	['', null],
	[null, null],
	[undefined, null],
	[[], null],
	[['1', 2], '1,2'],
	[{ a: 1 }, '{"a":1}'],
])('text %p is %p', (given, expected) => {
	expect(text(given)).toBe(expected);
});

test.each([
	['', ''],
	[' a ', ' a '],
	[5, '5'],
	[null, null],
	[[], null],
])('exact text %p is %p', (given, expected) => {
	expect(exactText(given)).toBe(expected);
});

test.each([
	['2026-01-02 10:11:12', '2026-01-02 10:11:12'],
	['2026-01-02 10-11-12', '2026-01-02 10:11:12'],
	['2026-01-02', '2026-01-02'],
	['12026-01-02 10-11-12', '12026-01-02 10-11-12'],
	['2026-01-02 10-11-12Z', '2026-01-02 10-11-12Z'],
	['0000-00-00 00:00:00', null],
	['0000-00-00', null],
	[' ', null],
	[' 2026-01-02 10:11:12 ', '2026-01-02 10:11:12'],
	['', null],
	[null, null],
])('time %p is %p', (given, expected) => {
	expect(time(given)).toBe(expected);
});

describe('typed', () => {
	const fields = { id: number, comment: text };

	test('documented fields first, in their order, null where absent; the others as they came', () => {
		const row = typed({ extra: [1], nested: { a: 'x' }, id: '5', odd: undefined }, fields);
		expect(row).toEqual({ id: 5, comment: null, extra: [1], nested: { a: 'x' }, odd: null });
		expect(Object.keys(row)).toEqual(['id', 'comment', 'extra', 'nested', 'odd']);
	});

	test('simplified, only the documented fields', () => {
		expect(typed({ id: '5', extra: 1 }, fields, true)).toEqual({ id: 5, comment: null });
	});
});

test.each([
	[{ a: { b: 1 } }, { a: { b: 1 } }],
	[
		{ a: true, b: 0, c: '' },
		{ a: true, b: 0, c: '' },
	],
	[JSON.parse('{"__proto__":{"a":1},"b":2}'), { b: 2 }],
	[[1], { data: [1] }],
	['x', { data: 'x' }],
	[null, { data: null }],
])('raw data of %j is %j', (data, expected) => {
	expect(rawData(data)).toEqual(expected);
	expect(Object.getPrototypeOf(rawData(data))).toBe(Object.prototype);
});

test.each([[7], ['7'], [' 7 ']])('the id %j as text', (id) => expect(idText(id)).toBe('7'));

test('a record is one with something in it', () => {
	expect(record('Link/Get', { a: null })).toEqual({ a: null });
	for (const data of [{}, [], [1], null, '', 'text', true]) {
		expect(() => record('Link/Get', data)).toThrow(
			expect.objectContaining({ method: 'Link/Get', kind: 'garbled', detail: '' }),
		);
	}
});

test('a call that waits is given out with its task', () => {
	expect(queuedOutput(new Queued('7'))).toEqual({ queued: true, taskId: 7 });
});
