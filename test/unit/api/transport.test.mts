import { noAnswer } from '../../../nodes/shared/api/transport';

const system = (code: string, syscall: string) =>
	Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

const wrapped = (cause: Error & { code: string }) =>
	new Error('n8n', { cause: Object.assign(new Error('axios', { cause }), { code: cause.code }) });

test.each([
	['ECONNREFUSED', 'connect', 'unreachable'],
	['ENOTFOUND', 'getaddrinfo', 'unreachable'],
	['EHOSTUNREACH', 'connect', 'unreachable'],
	['ENETUNREACH', 'connect', 'unreachable'],
	['EHOSTUNREACH', 'read', 'lost'],
	['ENETUNREACH', 'write', 'lost'],
	['ECONNRESET', 'read', 'lost'],
	['EPIPE', 'write', 'lost'],
	['ETIMEDOUT', 'connect', 'timeout'],
	['ETIMEDOUT', 'read', 'timeout'],
])('%s while the system did %s: %s', (code, syscall, kind) => {
	for (const error of [system(code, syscall), wrapped(system(code, syscall))]) {
		expect(noAnswer('M/M', error)).toMatchObject({ kind, detail: code });
	}
});

test('several addresses, none of which could be connected to', () => {
	const both = [system('ENETUNREACH', 'connect'), system('ECONNREFUSED', 'connect')];
	const error = Object.assign(new AggregateError(both), { code: 'ENETUNREACH' });
	expect(noAnswer('M/M', error).kind).toBe('unreachable');
});

test.each([[new Error('plain')], ['a text'], [undefined]])('%p has no code', (error) => {
	expect(noAnswer('M/M', error)).toMatchObject({ kind: 'lost', detail: 'UNKNOWN' });
});
