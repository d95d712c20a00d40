import { openEnvelope, parseEnvelope, Queued } from '../../../nodes/shared/api/envelope';

const open = (body: string) => openEnvelope('Link/Get', body);

test.each([
	['{"code":0,"data":{"id":"1"},"message":""}', { id: '1' }],
	['{"code":"0","data":[]}', []],
	[' \n{"data":null,"code":0}\n', null],
	['{"code":0}', undefined],
	['{"code":0,"data":"https:\\/\\/a.b\\/c"}', 'https://a.b/c'],
])('%s is a success', (body, data) => {
	expect(open(body)).toEqual(data);
});

// F22: ids come as numbers or texts; past the safe range JSON.parse would make another id of a number.
test.each([
	['90071992547409931', '90071992547409931'],
	['-90071992547409931', '-90071992547409931'],
	['9007199254740991', 9007199254740991],
	['[70000000002,90071992547409931]', [70000000002, '90071992547409931']],
	['{"a":{"id":90071992547409931}}', { a: { id: '90071992547409931' } }],
	['0.1234567890123456', 0.1234567890123456],
	['1234567890123456.5', 1234567890123456.5],
	['1e25', 1e25],
	[
		'"a: 90071992547409931, \\"90071992547409931\\" \\\\"',
		'a: 90071992547409931, "90071992547409931" \\',
	],
	['{"90071992547409931":1}', { '90071992547409931': 1 }],
])('no digit of %s is lost', (data, read) => {
	expect(open(`{"code":0,"data":${data},"message":""}`)).toEqual(read);
});

test('code 100 is no refusal, and as data an object without fields', () => {
	const data = open('{"code":"100","data":77,"message":"queued"}');
	expect(data).toBeInstanceOf(Queued);
	expect(data).toHaveProperty('task', 77);
	expect(Object.keys(data ?? { none: 1 })).toEqual([]);
});

test.each([
	['{"code":1,"data":{"a":["x"]},"message":"No"}', 1, 'No'],
	['{"code":"30","data":null,"message":null}', 30, ''],
	['{"code":777,"message":5}', 777, '5'],
	['{"code":-1}', -1, ''],
])('%s is a refusal', (body, code, said) => {
	const refusal = { name: 'ServiceRefusal', method: 'Link/Get', code, said };
	expect(() => open(body)).toThrow(expect.objectContaining(refusal));
});

test.each([
	...['', '   ', '{"code":0,"data":{"id"', 'null', '0', '"ok"', '[{"code":0}]', '{"data":1}'],
	...['null', '""', '"zero"', '1.5', '{}', '[]', '[0]', 'true', '" "', '"0x0"', '1e999'].map(
		(code) => `{"code":${code},"data":{"id":"1"}}`,
	),
	...['<!DOCTYPE html><html></html>', '\n <html>'],
])('%s is no answer of the service', (body) => {
	expect(parseEnvelope(body)).toBeUndefined();
	const kind = body.includes('<') ? 'html' : 'garbled';
	const fault = { name: 'NoAnswer', method: 'Link/Get', kind, detail: '' };
	expect(() => open(body)).toThrow(expect.objectContaining(fault));
});
