import { openEnvelope, parseEnvelope, Queued } from '../../../nodes/shared/api/envelope';
import { NoAnswer, ServiceRefusal } from '../../../nodes/shared/api/faults';

const thrown = (body: string): unknown => {
	try {
		return { returned: openEnvelope('Link/Get', body) };
	} catch (fault) {
		return fault;
	}
};

test.each([
	['{"code":0,"data":{"id":"1"},"message":""}', { id: '1' }],
	['{"code":"0","data":[]}', []],
	[' \n{"data":null,"code":0}\n', null],
	['{"code":0}', undefined],
	['{"code":0,"data":"https:\\/\\/a.b\\/c"}', 'https://a.b/c'],
])('%s is a success', (body, data) => {
	expect(openEnvelope('Link/Get', body)).toEqual(data);
});

test('code 100 is no refusal, and as data an object without fields', () => {
	const data = openEnvelope('Link/Get', '{"code":"100","data":77,"message":"queued"}');
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
	const fault = thrown(body);
	expect(fault).toBeInstanceOf(ServiceRefusal);
	expect(fault).toMatchObject({ method: 'Link/Get', code, said });
});

test.each([
	['', 'garbled'],
	['   ', 'garbled'],
	['{"code":0,"data":{"id"', 'garbled'],
	['null', 'garbled'],
	['0', 'garbled'],
	['"ok"', 'garbled'],
	['[{"code":0}]', 'garbled'],
	['{"data":1,"message":"no code"}', 'garbled'],
	['{"code":null}', 'garbled'],
	['{"code":""}', 'garbled'],
	['{"code":"zero"}', 'garbled'],
	['{"code":1.5}', 'garbled'],
	['{"code":{}}', 'garbled'],
	['<!DOCTYPE html><html></html>', 'html'],
	['\n <html>', 'html'],
])('%s is no answer of the service', (body, kind) => {
	const fault = thrown(body);
	expect(fault).toBeInstanceOf(NoAnswer);
	expect(fault).toMatchObject({ method: 'Link/Get', kind, detail: '' });
});

test.each(['[]', '[0]', 'false', 'true', '" "', '"0x0"', '{}', '1e999'])(
	'%s is no code',
	(code) => {
		expect(parseEnvelope(`{"code":${code},"data":{"id":"1"}}`)).toBeUndefined();
	},
);
