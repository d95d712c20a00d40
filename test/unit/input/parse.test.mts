import {
	id,
	ids,
	integer,
	isEmpty,
	oneOf,
	quote,
	text,
	zeroOrOne,
} from '../../../nodes/shared/input/parse';
import { Refusal } from '../../../nodes/shared/input/refusal';

/** What a parser makes of a value: the result, or the message of its refusal. */
function outcome(parse: (value: unknown) => unknown, value: unknown): unknown {
	try {
		return parse(value);
	} catch (refusal) {
		if (!(refusal instanceof Refusal)) throw refusal;
		return refusal.message;
	}
}

test.each([
	['', true],
	[' \n\t', true],
	[null, true],
	[undefined, true],
	[0, false],
	[false, false],
	[[], false],
	['0', false],
])('isEmpty %p is %p', (value, expected) => {
	expect(isEmpty(value)).toBe(expected);
});

test.each([
	['a', '"a"'],
	[5, '"5"'],
	[{ a: 1 }, '"{"a":1}"'],
	['x'.repeat(41), `"${'x'.repeat(40)}..."`],
	['x'.repeat(40), `"${'x'.repeat(40)}"`],
	[null, '"null"'],
])('quote %p', (value, expected) => {
	expect(quote(value)).toBe(expected);
});

test.each([
	['a', 'a'],
	['', ''],
	[5, '5'],
	['😀😀😀', '😀😀😀'],
	['abcd', 'has 4 characters, the service takes at most 3'],
	[true, 'is not text: "true"'],
	[NaN, 'is not text: "NaN"'],
	[Infinity, 'is not text: "Infinity"'],
	[['a'], 'is not text: "["a"]"'],
	[null, 'is not text: "null"'],
])('text of at most 3: %p', (value, expected) => {
	expect(outcome(text({ max: 3 }), value)).toBe(expected);
});

test.each([
	[60, 60],
	['60', 60],
	[' 60.0 ', 60],
	['+61', 61],
	[59, 'is 59 minutes'],
	['1441', 'is 1441 minutes'],
	[60.5, 'is not a whole number: "60.5"'],
	['60 min', 'is not a whole number: "60 min"'],
	['', 'is not a whole number: ""'],
	['1e3', 'is not a whole number: "1e3"'],
	[NaN, 'is not a whole number: "NaN"'],
	[Infinity, 'is not a whole number: "Infinity"'],
	[true, 'is not a whole number: "true"'],
	[null, 'is not a whole number: "null"'],
	[[60], 'is not a whole number: "[60]"'],
])('integer from 60 to 1440: %p', (value, expected) => {
	expect(outcome(integer({ min: 60, max: 1440, unit: ' minutes' }), value)).toBe(expected);
});

test.each([
	['ASC', 'ASC'],
	['asc', 'cannot be "asc"'],
	[null, 'cannot be "null"'],
	[['ASC'], 'cannot be "["ASC"]"'],
])('one of ASC and DESC: %p', (value, expected) => {
	expect(outcome(oneOf(['ASC', 'DESC']), value)).toBe(expected);
});

test.each([
	[0, 0],
	[' 0 ', 0],
	[false, 0],
	['False', 0],
	[1, 1],
	['1', 1],
	[true, 1],
	['TRUE', 1],
	['yes', 1],
	["'No ", 0],
	[2, 'cannot be "2"'],
	['on', 'cannot be "on"'],
	[[1], 'cannot be "[1]"'],
])('zero or one: %p', (value, expected) => {
	expect(outcome(zeroOrOne, value)).toBe(expected);
});

test.each([
	[400001, '400001'],
	[' 00400001 ', '400001'],
	['99999999999999999999', '99999999999999999999'],
	[Number.MAX_SAFE_INTEGER, '9007199254740991'],
	[2 ** 53, 'is a number that has lost digits: 9007199254740992'],
	[1.5, 'is not an identifier: "1.5"'],
	[NaN, 'is not an identifier: "NaN"'],
	['000', 'is not an identifier: "000"'],
	['1'.repeat(21), 'is not an identifier: "111111111111111111111"'],
	['5,6', 'is not an identifier: "5,6"'],
	['٥', '5'],
	["'400001.0", '400001'],
	['70\u00a0000', 'is not an identifier: "70\u00a0000"'],
	[{}, 'is not an identifier: "{}"'],
])('id: %p', (value, expected) => {
	expect(outcome(id, value)).toBe(expected);
});

test.each([
	[5, ['5']],
	['5, 6;7\n8  9', ['5', '6', '7', '8', '9']],
	[
		[5, '6', null, ''],
		['5', '6'],
	],
	['5,5', ['5', '5']],
	['5,\u00a06\t7.0', ['5', '6', '7']],
	['70\u00a0100\u202f200', 'is not an identifier: "70\u00a0100\u202f200"'],
	[',;', 'holds no identifier'],
	[[], 'holds no identifier'],
	['5,x', 'is not an identifier: "x"'],
	[[[5]], 'is not an identifier: "[5]"'],
])('ids: %p', (value, expected) => {
	expect(outcome(ids, value)).toEqual(expected);
});
