import { Queued, queuedOutput } from '../../../nodes/shared/api/response';
import * as wire from '../../../nodes/shared/api/wire';

const { exactText, idText, isAbove, number, rawData, record } = wire;
const { text, time, typed, withoutFields } = wire;
const [EXACT, MANY] = ['9007199254740993', '70000000000000000001'];

test.each<[name: string, convert: (value: unknown) => unknown, to: unknown, given: unknown[]]>([
	['number', number, 12, ['12', 12, ' 12']],
	['number', number, 0.06, ['0.0600']],
	['number', number, null, ['', ' ', null, undefined, [], {}, true]],
	['number', number, Number.MAX_SAFE_INTEGER, ['9007199254740991']],
	['number', number, EXACT, [EXACT]],
	['number', number, MANY, [MANY, ` ${MANY}`]],
	['number', number, 'n/a', ['n/a']],
	['text', text, 'a', ['a']],
	['text', text, null, ['', null, undefined, []]],
	['text', text, '1,2', [['1', 2]]],
	['text', text, '{"a":1}', [{ a: 1 }]],
	['exact text', exactText, '', ['']],
	['exact text', exactText, '5', [5]],
	['exact text', exactText, null, [null, []]],
	['time', time, '2026-01-02 10:11:12', ['2026-01-02 10-11-12', ' 2026-01-02 10:11:12 ']],
	['time', time, '12026-01-02 10-11-12', ['12026-01-02 10-11-12']],
	['time', time, '2026-01-02 10-11-12Z', ['2026-01-02 10-11-12Z']],
	['time', time, null, ['0000-00-00 00:00:00', '0000-00-00', ' ', '', null]],
	['id', idText, '7', [7, '7', ' 7 ']],
	['raw data', rawData, { a: { b: 1 }, c: true, d: 0 }, [{ a: { b: 1 }, c: true, d: 0 }]],
	['raw data', rawData, { b: 2 }, [JSON.parse('{"__proto__":{"a":1},"b":2}')]],
	['raw data', rawData, { data: 'x' }, ['x']],
])('%s, %#: %p', (_name, convert, to, given) => {
	for (const value of given) expect(convert(value)).toStrictEqual(to);
});

test('documented fields first, in their order, null where absent; the others as they came', () => {
	const fields = { id: number, comment: text };
	const row = typed({ extra: [1], nested: { a: 'x' }, id: '5', odd: undefined }, fields);
	expect(row).toEqual({ id: 5, comment: null, extra: [1], nested: { a: 'x' }, odd: null });
	expect(Object.keys(row)).toEqual(['id', 'comment', 'extra', 'nested', 'odd']);
	expect(typed({ id: '5', extra: 1 }, fields, true)).toEqual({ id: 5, comment: null });
});

test('what a row has beyond some fields; a name that would change what the object is, is left out', () => {
	const row = JSON.parse('{"id":"5","__proto__":{"a":1},"b":2}');
	const rest = withoutFields(row, { id: number });
	expect([rest, rest.a]).toEqual([{ b: 2 }, undefined]);
});

test.each([
	['7', undefined, true],
	['7', '6', true],
	['7', '7', false],
	['10', '9', true],
	['9', '10', false],
])('the id %s is above %s: %s', (id, other, is) => expect(isAbove(id, other)).toBe(is));

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
