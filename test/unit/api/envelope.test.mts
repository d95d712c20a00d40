import { NoResponse } from '../../../nodes/shared/api/faults';
import { checkedText, openEnvelope, readText } from '../../../nodes/shared/api/response';
import { listOf, readList } from '../../../nodes/shared/api/list';

const open = (body: string) => openEnvelope('Link/Get', checkedText('Link/Get', body));

test.each([
	['{"code":"0","data":[]}', []],
	[' \n{"data":null,"code":0}\n', null],
	['{"code":0,"data":"https:\\/\\/a.b\\/c"}', 'https://a.b/c'],
	// Brackets of texts are no levels.
	[`{"code":0,"data":["\\"${'['.repeat(60)}"]}`, [`"${'['.repeat(60)}`]],
])('%s is a success', (body, data) => {
	expect(open(body)).toEqual(data);
});

// F22: ids come as numbers or texts; past the safe range JSON.parse would make another id of a number.
test.each([
	['9007199254740993', '9007199254740993'],
	['90071992547409931', '90071992547409931'],
	['9007199254740991', 9007199254740991],
	['[70000000002,90071992547409931]', [70000000002, '90071992547409931']],
	['0.1234567890123456', 0.1234567890123456],
	[
		'"a: 90071992547409931, \\"90071992547409931\\" \\\\"',
		'a: 90071992547409931, "90071992547409931" \\',
	],
])('no digit of %s is lost', (data, read) => {
	expect(open(`{"code":0,"data":${data},"message":""}`)).toEqual(read);
});

test.each([
	['{"code":1,"data":{"a":["x"]},"message":"No"}', 1, 'No'],
	['{"code":"30","data":null,"message":null}', 30, ''],
	['{"code":777,"message":5}', 777, '5'],
])('%s is a refusal', (body, code, said) => {
	const refusal = { name: 'ServiceRefusal', method: 'Link/Get', code, said };
	expect(() => open(body)).toThrow(expect.objectContaining(refusal));
});

const LONG = '9'.repeat(30);

test('an answer comes out the same, wherever the pieces that it comes in end', async () => {
	const answer = `{"code":0,"data":{"id":${LONG},"t":"Қазақ ${LONG}\\"${LONG} 😀"}}`;
	const bytes = new TextEncoder().encode(answer);
	for (let at = 1; at < bytes.length; at++) {
		async function* pieces() {
			yield bytes.slice(0, at);
			yield bytes.slice(at);
		}
		const body = Object.assign(pieces(), { destroy: () => undefined });
		expect(await readText('Link/Get', body)).toBe(answer);
	}
});

test.each([
	...['{"code":0,"data":{"id"', '{"data":1}', `{"code":0,"data":[1 2]}`],
	...['null', '""', '"zero"', '1.5', '{}', '[]', '[0]', 'true', '" "', '"0x0"', '1e999'].map(
		(code) => `{"code":${code},"data":{"id":"1"}}`,
	),
])('%s is no answer of the service', (body) => {
	const fault = { name: 'NoResponse', method: 'Link/Get', kind: 'garbled', detail: '' };
	expect(() => open(body)).toThrow(expect.objectContaining(fault));
});

const body = (data: string) => `{"code":0,"data":${data}}`;
const MANY = `[${`[${'0,'.repeat(90_000)}0],`.repeat(12)}0]`;

test.each<[kind: string, detail: string, all: string[]]>([
	['html', '', ['<!DOCTYPE html><html></html>', '\n <html>']],
	['garbled', '', ['', '   ', 'null', '0', '"ok"', '[{"code":0}]', 'e', '-1']],
	['tooLarge', 'more than 50 levels', [body('['.repeat(60)), body('{"a":'.repeat(60))]],
	['tooLarge', 'more than 100,000 values', [body(`[${'0,'.repeat(100_000)}0]`)]],
	['tooLarge', 'more than 100,000 values', [body(`${LONG} `.repeat(100_001))]],
	['tooLarge', 'more than 1,000,000 values', [body(MANY)]],
])('no answer of the service: %s, %s', (kind, detail, all) => {
	const fault = expect.objectContaining({ constructor: NoResponse, kind, detail });
	for (const given of all) expect(() => checkedText('Link/Get', given)).toThrow(fault);
});

test('the links of a large campaign come in one response', () => {
	const link = '{"id":"1","code":"a","fullLink":"b","shortLink":"c","clickCnt":"0","comment":null}';
	const all = body(`[${`${link},`.repeat(20_000)}${link}]`);
	expect(checkedText('Link/GetLinks', all)).toBe(all);
});

// As one that String() cannot make a text of.
test('a message and data of odd kinds break nothing', () => {
	const odd = '{"toString":1,"valueOf":[]}';
	const refusal = expect.objectContaining({ name: 'ServiceRefusal', code: 1, said: '' });
	expect(() => open(`{"code":1,"message":${odd},"data":${odd}}`)).toThrow(refusal);
	expect(() => open(`{"code":${odd}}`)).toThrow(expect.objectContaining({ kind: 'garbled' }));
});

const [a, b] = [{ id: '1' }, { id: '2' }];

test.each<[total: number | undefined, items: unknown[], data: unknown]>([
	[2, [a, b], { items: [a, b], totalItemCount: '2' }],
	[undefined, [a, b], { items: { 0: a, 1: b } }],
	[undefined, [a], { 400001: a }],
	[undefined, [], ''],
	[undefined, [], {}],
	[0, [], { items: null, totalItemCount: 0 }],
	[0, [], { totalItemCount: '0' }],
	[7, [], { items: [], totalItemCount: '7' }],
])('of %p, these are given: %j, in %j', (total, items, data) => {
	expect(listOf('Link/List', data)).toEqual({ items, total });
});

test.each([
	...[null, '', undefined].map((items) => ({ items, totalItemCount: '7' })),
	...[['1', '2'], { items: [[1]], totalItemCount: 1 }, { id: '1', code: 'abcd' }, true, 'text'],
])('%j is no list', (data) => {
	const fault = expect.objectContaining({ name: 'NoResponse', kind: 'garbled' });
	expect(() => listOf('Link/List', data)).toThrow(fault);
});

const empty = { items: [], totalItemCount: '90' };

test.each([
	['then rows', { ...empty, items: [a] }, [a]],
	['then none, and no count', [], []],
])('no rows against the count are asked for again: %s', async (_, second, items) => {
	const answers: unknown[] = [empty, second];
	const read = async () => answers.shift();
	expect(await readList({ read }, 'Link/List', {})).toEqual({ items, total: 90 });
});
