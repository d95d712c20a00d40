import { NoResponse, ServiceRefusal, type NoResponseKind } from '../../nodes/shared/api/faults';
import { openEnvelope } from '../../nodes/shared/api/response';
import { judge, METHOD, Silence, type Verdict } from '../../nodes/Message/send/call';

const noResponse = (kind: NoResponseKind, detail = '') => new NoResponse(METHOD, kind, detail);
const statuses = (...all: number[]) =>
	all.map((status) => noResponse('httpStatus', String(status)));
const codes = (...all: number[]) => all.map((code) => new ServiceRefusal(METHOD, code, '', null));

test.each<[kind: Verdict['kind'], faults: unknown[]]>([
	[
		'refused',
		[noResponse('unreachable', 'ECONNREFUSED'), noResponse('untrusted'), noResponse('blocked')],
	],
	['refused', [noResponse('cancelled'), noResponse('redirect')]],
	['refused', statuses(400, 401, 403, 404, 405, 413, 429)],
	['refused', codes(1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 30, 98, 99, 777)],
	['unknown', [noResponse('lost', 'ECONNRESET'), noResponse('timeout', 'ECONNABORTED')]],
	['unknown', [noResponse('html'), noResponse('garbled'), noResponse('lost', 'EWHATEVER')]],
	['unknown', statuses(408, 409, 425, 499, 500, 502, 503, 504, 520, 524)],
	['unknown', codes(3, 999)],
	// None of ours, and nothing at all.
	['unknown', [new TypeError('x is not a function'), undefined]],
])('%s: %p', (kind, faults) => {
	for (const fault of faults) expect(judge({ fault })).toEqual({ kind, fault });
});

test.each([
	[{ campaignId: '70000000001', messageId: '70000000002', status: 2 }],
	[{ campaignId: 1, messageId: 2, status: 1, more: 'x' }],
])('accepted, ids as they came: %j', (value) => {
	const { campaignId, messageId, status } = value;
	const acceptance = { campaignId, messageId, status };
	expect(judge({ value })).toEqual({ kind: 'accepted', acceptance });
});

const NO_IDS = [{ campaignId: '1', status: 2 }, { messageId: null }, { messageId: '' }];

test.each<[value: unknown]>([
	...[null, undefined, '', {}, false, ...NO_IDS].map((value): [unknown] => [value]),
	...[0, '0', []].map((messageId): [unknown] => [{ messageId }]),
	[[]],
])('success without the message’s ID was not accepted: %j', (value) => {
	const verdict = judge({ value });
	expect(verdict).toMatchObject({ kind: 'refused', fault: { code: 0, data: value } });
});

test.each([[812], ['812'], [true], [['812']], [[{ messageId: '5' }]], [{ messageId: ['5'] }]])(
	'success with something else in the place of the ID may be a message: %j',
	(value) => {
		const fault = { message: expect.stringContaining('The service answered "') };
		expect(judge({ value })).toMatchObject({ kind: 'unknown', fault });
	},
);

const queued = (data: string) =>
	judge({ value: openEnvelope(METHOD, `{"code":100,"data":${data}}`) });

test.each(['812', '"812"', 'null', '[]', '{}', '""', '{"campaignId":"1"}', '{"messageId":null}'])(
	'code 100 with %s in data: a task of the service may send the message',
	(data) => {
		const acceptance = { messageId: null, taskId: JSON.parse(data) };
		expect(queued(data)).toMatchObject({ kind: 'queued', acceptance });
	},
);

test('code 100 without data: queued, and no success', () => {
	const acceptance = { messageId: null, taskId: null };
	const value = openEnvelope(METHOD, '{"code":100}');
	expect(judge({ value })).toMatchObject({ kind: 'queued', acceptance });
});

test('code 100 with the ID of a message: it was accepted', () => {
	const data = '{"campaignId":"4","messageId":"5","status":1}';
	expect(queued(data)).toEqual({ kind: 'accepted', acceptance: JSON.parse(data) });
});

test.each<[NoResponseKind, number]>([
	['timeout', 3],
	['lost', 3],
	['garbled', 10],
	['httpStatus', 10],
])('the service is silent when so many calls in a row end with %s: %i', (kind, calls) => {
	const silence = new Silence();
	const met = (times: number) => {
		for (let n = 0; n < times; n++) silence.after({ kind: 'unknown', fault: noResponse(kind) });
		return silence.isLong;
	};
	expect(met(calls - 1)).toBe(false);
	silence.after({ kind: 'refused', fault: undefined });
	expect(met(calls - 1)).toBe(false);
	expect(met(1)).toBe(true);
});
