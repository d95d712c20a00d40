import { describeNoAnswer, describeRefusal } from '../../../nodes/shared/api/describe';
import { NoAnswer, ServiceRefusal, type NoAnswerKind } from '../../../nodes/shared/api/faults';
import { RESULT_CODES } from '../../../nodes/shared/api/resultCodes';

const refusal = (code: number, data: unknown, said = '') =>
	describeRefusal(new ServiceRefusal('Link/Get', code, said, data));

test.each([
	[{ 'data.fullLink': ['Invalid', 'Odd'] }, 'data.fullLink: Invalid, Odd'],
	[
		{ data: { fullLink: ['Invalid'], comment: 'Long' } },
		'data.fullLink: Invalid; data.comment: Long',
	],
	[{ ids: [{ 0: ['Bad'] }] }, 'ids: ids.0: Bad'],
	[['Just a text'], 'Just a text'],
	[null, ''],
	[[], ''],
	[{}, ''],
	['', ''],
	['text without a field', ''],
	[{ a: null, b: '' }, ''],
	[{ a: ['x'.repeat(1000)] }, `a: ${'x'.repeat(300)}`],
])('names the fields in %j', (data, expected) => {
	const { message } = refusal(1, data);
	expect(message).toBe(
		`The service did not accept a value (code 1)${expected ? `: ${expected}` : ''}`,
	);
});

test.each([
	['api.mobizon.ua', ': use api.mobizon.ua'],
	['https://api.mobizon.gmbh', ': use https://api.mobizon.gmbh'],
	[{ domain: 'api.mobizon.kz' }, ': use api.mobizon.kz'],
	['<script>', ''],
	['see our page', ''],
	['x'.repeat(101), ''],
	[null, ''],
	[[], ''],
])('code 13 with %j', (data, expected) => {
	expect(refusal(13, data).message).toBe(
		`This server does not serve the account (code 13)${expected}`,
	);
});

test('every code says what happened and what to do next', () => {
	for (const [code, { meaning, advice }] of Object.entries(RESULT_CODES)) {
		const { message, description } = refusal(Number(code), null, 'Own words');
		expect(message).toBe(`${meaning} (code ${code})`);
		expect(description).toBe(`${advice} · The service says: Own words · Method: Link/Get`);
		expect(meaning).toMatch(/^[A-Z].*[^.]$/);
		expect(advice).toMatch(/^[A-Z].*\.$/);
	}
});

test('an unknown code is told with its number', () => {
	const { message, description, failure } = refusal(4321, null);
	expect(message).toContain('(code 4321)');
	expect(description).not.toContain('The service says:');
	expect(failure).toBeUndefined();
});

test('the documented codes are all known', () => {
	const codes = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 30, 98, 99, 100, 999];
	expect(Object.keys(RESULT_CODES)).toEqual(codes.map(String));
});

const KINDS: NoAnswerKind[] = [
	...(['unreachable', 'cancelled', 'lost', 'timeout', 'httpStatus'] as const),
	...(['html', 'garbled', 'incomplete', 'redirect'] as const),
];
const noAnswer = (kind: NoAnswerKind, detail: string, retryAfterMs?: number) =>
	describeNoAnswer(new NoAnswer('Link/Get', kind, detail, retryAfterMs));

test.each(KINDS)('no answer, %s: what happened, its detail, and what to do', (kind) => {
	const { message, description, failure } = noAnswer(kind, 'DETAIL');
	expect(message).toBe(`${noAnswer(kind, '').message} (DETAIL)`);
	expect(description).toMatch(/\. · Method: Link\/Get$/);
	expect(failure).toEqual({ cause: 'temporarily-unavailable' });
});

test('how long the server asked to wait is handed on', () => {
	const failure = { cause: 'temporarily-unavailable', retryAfterMs: 5000 };
	expect(noAnswer('httpStatus', '503', 5000).failure).toEqual(failure);
});

// n8n's guidelines ask for these words to be left out.
test('no text speaks of errors, problems, failures or mistakes', () => {
	const described = [
		...Object.keys(RESULT_CODES).map((code) => refusal(Number(code), null)),
		refusal(77, null),
		...KINDS.map((kind) => noAnswer(kind, '')),
	];
	for (const { message, description } of described) {
		expect(`${message} ${description}`).not.toMatch(/error|problem|fail|mistake/i);
	}
});
