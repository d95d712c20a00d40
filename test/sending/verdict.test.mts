import { NoAnswer, ServiceRefusal, type NoAnswerKind } from '../../nodes/shared/api/faults';
import { openEnvelope } from '../../nodes/shared/api/envelope';
import { judge, METHOD, type Verdict } from '../../nodes/Message/sending/verdict';

type Kind = Verdict['kind'];
const noAnswer = (kind: NoAnswerKind, detail = '') => new NoAnswer(METHOD, kind, detail);

test.each<[what: string, fault: unknown, kind: Kind]>([
	['no connection', noAnswer('unreachable', 'ECONNREFUSED'), 'refused'],
	['stopped before the call', noAnswer('cancelled'), 'refused'],
	['sent on to another address', noAnswer('redirect'), 'refused'],
	['connection lost', noAnswer('lost', 'ECONNRESET'), 'unknown'],
	['time-out', noAnswer('timeout', 'ECONNABORTED'), 'unknown'],
	['web page', noAnswer('html'), 'unknown'],
	['cut-off answer', noAnswer('garbled'), 'unknown'],
	['a network code nobody thought of', noAnswer('lost', 'EWHATEVER'), 'unknown'],
	['an error that is none of ours', new TypeError('x is not a function'), 'unknown'],
	['nothing at all', undefined, 'unknown'],
])('%s', (_, fault, kind) => {
	expect(judge({ fault })).toEqual({ kind, fault });
});

test.each<[kind: Kind, statuses: number[]]>([
	['refused', [400, 401, 403, 404, 405, 413, 429]],
	['unknown', [408, 409, 425, 499, 500, 502, 503, 504, 520, 524]],
])('%s: HTTP status %p', (kind, statuses) => {
	for (const status of statuses) {
		expect(judge({ fault: noAnswer('httpStatus', String(status)) }).kind).toBe(kind);
	}
});

test.each<[kind: Kind, codes: number[]]>([
	['refused', [1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 30, 98, 99, 777]],
	['unknown', [3, 999]],
])('%s: result codes %p', (kind, codes) => {
	for (const code of codes) {
		expect(judge({ fault: new ServiceRefusal(METHOD, code, '', null) }).kind).toBe(kind);
	}
});

test.each([
	[{ campaignId: '70000000001', messageId: '70000000002', status: 2 }],
	[{ campaignId: 1, messageId: 2, status: 1, more: 'x' }],
])('accepted, ids as they came: %j', (value) => {
	const { campaignId, messageId, status } = value;
	expect(judge({ value })).toEqual({
		kind: 'accepted',
		acceptance: { campaignId, messageId, status },
	});
});

test.each([
	[null],
	[undefined],
	[''],
	[[]],
	[{}],
	[{ campaignId: '1', status: 2 }],
	[{ messageId: null }],
	[{ messageId: '' }],
	[{ messageId: 0 }],
	[{ messageId: '0' }],
	[{ messageId: [] }],
	[false],
])('success without the message’s ID was not accepted: %j', (value) => {
	const verdict = judge({ value });
	expect(verdict).toMatchObject({ kind: 'refused', fault: { code: 0, data: value } });
});

test.each([[812], ['812'], [true], [['812']], [[{ messageId: '5' }]], [{ messageId: ['5'] }]])(
	'success with something else in the place of the ID may be a message: %j',
	(value) => {
		const verdict = judge({ value });
		expect(verdict.kind).toBe('unknown');
		expect(verdict).toHaveProperty(
			'fault.message',
			expect.stringContaining('The service answered "'),
		);
	},
);

test.each(['812', '"812"', 'null', '[]', '{}', '""', '{"campaignId":"1"}', '{"messageId":null}'])(
	'code 100 with %s in data: a task of the service may send the message',
	(data) => {
		const value = openEnvelope(METHOD, `{"code":100,"data":${data},"message":""}`);
		const verdict = judge({ value });
		expect(verdict).toMatchObject({ kind: 'queued', acceptance: { messageId: null } });
		expect(verdict).toHaveProperty('acceptance.taskId', JSON.parse(data));
	},
);

test('code 100 with the ID of a message: it was accepted', () => {
	const data = '{"campaignId":"4","messageId":"5","status":1}';
	const value = openEnvelope(METHOD, `{"code":100,"data":${data},"message":""}`);
	expect(judge({ value })).toEqual({ kind: 'accepted', acceptance: JSON.parse(data) });
});
