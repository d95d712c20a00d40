import { describe } from '../../../nodes/shared/api/describe';
import { NoResponse, ServiceRefusal, type NoResponseKind } from '../../../nodes/shared/api/faults';
import { RESULT_CODES } from '../../../nodes/shared/api/resultCodes';

function wordsOf(fault: Error) {
	const words = describe(fault);
	if (!words) throw fault;
	return words;
}
const refusal = (code: number, data: unknown, said = '') =>
	wordsOf(new ServiceRefusal('Link/Get', code, said, data));

const [FIELDS, HOST] = ['did not accept a value (code 1)', 'does not serve the account (code 13)'];

test.each<[text: string, code: number, data: unknown[]]>([
	[`${FIELDS}: data.fullLink: Invalid, Odd`, 1, [{ 'data.fullLink': ['Invalid', 'Odd'] }]],
	[`${FIELDS}: a.b: Invalid; a.c: Long`, 1, [{ a: { b: ['Invalid'], c: 'Long' } }]],
	[`${FIELDS}: ids.0: Bad`, 1, [{ ids: [{ 0: ['Bad'] }] }]],
	[`${FIELDS}: Just a text`, 1, [['Just a text']]],
	[`${FIELDS}: a: ${'x'.repeat(500)}...`, 1, [{ a: ['x'.repeat(1000)] }, { a: 'x'.repeat(501) }]],
	[FIELDS, 1, [null, [], {}, '', 'text without a field', { a: null, b: '' }, { a: [{}] }]],
	[
		`${HOST}: use api.mobizon.ua`,
		13,
		['api.mobizon.ua', { domain: 'api.mobizon.ua' }, ['api.mobizon.ua']],
	],
	[HOST, 13, ['<script>', 'see our page', 'x'.repeat(101), null, []]],
	['refused the call (code 4321)', 4321, [null]],
])('%s', (text, code, all) => {
	for (const data of all)
		expect(refusal(code, data).message).toMatch(new RegExp(`${quoted(text)}$`));
});

test('the fields of a refusal that many items share are looked for once', () => {
	const read = jest.fn(() => 'Invalid');
	const data = Object.defineProperty({}, 'name', { enumerable: true, get: read });
	const fault = new ServiceRefusal('Link/Get', 1, '', data);
	for (const words of [wordsOf(fault), wordsOf(fault)])
		expect(words.message).toMatch(/name: Invalid$/);
	expect(read).toHaveBeenCalledTimes(1);
});

test('no more fields of a refusal are looked at than are shown: with a million n8n would stand still', () => {
	const read = jest.fn(() => 'Bad');
	const last = Object.defineProperty({}, 'c', { enumerable: true, get: read });
	const shown = Array.from({ length: 20 }, (_, n) => ({ [`f${n}`]: 'Bad' }));
	expect(refusal(1, [...shown, last]).message).toMatch(/: f0: Bad; .*; f19: Bad$/);
	expect(read).not.toHaveBeenCalled();
});

const quoted = (text: string) => text.replace(/[().]/g, '\\$&');

test('the documented codes are all known, and each says what happened and what to do next', () => {
	const codes = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 30, 98, 99, 100, 999];
	expect(Object.keys(RESULT_CODES)).toEqual(codes.map(String));
	for (const [code, { meaning, advice }] of Object.entries(RESULT_CODES)) {
		const { message, description } = refusal(Number(code), null, 'Own words');
		expect(message).toBe(`${meaning} (code ${code})`);
		expect(description).toBe(`${advice} · The service says: Own words · Method: Link/Get`);
		expect(meaning).toMatch(/^[A-Z].*[^.]$/);
		expect(advice).toMatch(/^[A-Z].*\.$/);
	}
	const long = refusal(4321, null, 'x'.repeat(501)).description;
	expect(long).toMatch(/ · The service says: x{500}\.\.\. · /);
	expect(refusal(4321, null).description).not.toContain('The service says:');
	expect(refusal(4321, null).failure).toBeUndefined();
});

const KINDS: NoResponseKind[] = [
	...([
		'unreachable',
		'untrusted',
		'blocked',
		'cancelled',
		'lost',
		'timeout',
		'httpStatus',
	] as const),
	...(['html', 'garbled', 'tooLarge', 'incomplete', 'unaccepted', 'redirect'] as const),
];
const noResponse = (kind: NoResponseKind, detail: string) =>
	wordsOf(new NoResponse('Link/Get', kind, detail));

test.each(KINDS)('no answer, %s: what happened, its detail, and what to do', (kind) => {
	const { message, description, failure } = noResponse(kind, 'DETAIL');
	expect(message).toBe(`${noResponse(kind, '').message} (DETAIL)`);
	// The trigger names an id that is none, of any length.
	expect(noResponse(kind, 'x'.repeat(501)).message).toMatch(/\(x{500}\.\.\.\)$/);
	expect(description).toMatch(/\. · Method: Link\/Get$/);
	expect(failure).toEqual({ cause: 'temporarily-unavailable' });
});

// n8n's guidelines ask for the first words to be left out. Others of the run may have been sent, and the service may
// say nothing more.
test('no text speaks of errors, problems, failures or mistakes, of other calls, or of what may not be there', () => {
	const UNWANTED =
		/error|problem|fail|mistake|nothing was sent|shown below|See what|the fields? that/i;
	const refused = [...Object.keys(RESULT_CODES), 77].map((code) => refusal(Number(code), null));
	for (const { message, description } of [...refused, ...KINDS.map((kind) => noResponse(kind, ''))])
		expect(`${message} ${description}`).not.toMatch(UNWANTED);
});
