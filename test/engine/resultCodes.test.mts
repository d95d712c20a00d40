import { describeRefusal } from '../../nodes/shared/api/describe';
import { ServiceRefusal } from '../../nodes/shared/api/faults';
import { RESULT_CODES } from '../../nodes/shared/api/resultCodes';
import { byId, CONTINUE, fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

/** What the service says in its own words: shown, never matched on. */
const SAID = 'Слова службы';
const DATA = { 'data.comment': ['Too long'] };

/** Codes after which a read, but no write, is asked again. */
const PASSING = [3, 10, 999];
const REFUSALS = [...Object.keys(RESULT_CODES), '777']
	.map(Number)
	.filter((code) => ![0, 30, 100, ...PASSING].includes(code));
/** Causes for which n8n has a word. */
const CAUSES: Record<string, number[]> = {
	'node-defect': [4, 5, 6],
	'credential-invalid': [8, 9, 13, 14],
};

/** All texts are in docs/errors.md. */
const textOf = (code: number) => describeRefusal(new ServiceRefusal('', code, SAID, DATA)).message;

/** One run meets all of the codes: the place of each stands in the request. */
const meet = (codes: number[], mark: (n: number) => string) =>
	codes.forEach((code, n) => h.strike(mark(n), { code, data: DATA, message: SAID }));

test('a read: what each code means, its number, and the words of the service; asked once', async () => {
	meet(REFUSALS, (n) => `id=${100 + n}`);
	const items = REFUSALS.map((_, n) => ({ id: 100 + n }));
	const { main } = await h.link('link.get', byId, { items, ...CONTINUE });
	expect(main.map(({ json, pairedItem }) => [json.error, json.details, pairedItem])).toEqual(
		REFUSALS.map((code, item) => [textOf(code), { outcome: 'failed', code }, { item }]),
	);
	const said = `The service says: ${SAID} · Method: Link/Get`;
	expect(main.every(({ json }) => String(json.message).endsWith(said))).toBe(true);
	expect(h.service.calls).toHaveLength(REFUSALS.length);
});

test('in stop mode n8n gets the cause of each code, where it has a word for it', async () => {
	for (const code of REFUSALS) {
		h.service.faults.add({ kind: { code, data: DATA, message: SAID } });
		const { error } = await h.link('link.get', { link: locator('id', 100) });
		expect(error).toMatchObject({ name: 'NodeApiError', message: textOf(code) });
		const cause = Object.keys(CAUSES).find((each) => CAUSES[each].includes(code));
		expect(error && 'failure' in error ? error.failure : undefined).toEqual(cause && { cause });
	}
});

test('a write: the same, and asked once whatever the code', async () => {
	const codes = [...REFUSALS, ...PASSING];
	meet(codes, (n) => `x${n}x`);
	const items = codes.map((_, n) => ({ url: `example.com/x${n}x` }));
	const create = { fullLink: fromItem('url') };
	const { main } = await h.link('link.create', create, { items, ...CONTINUE });
	const open = 'It is not known whether this was done: ';
	expect(main.map(({ json }) => [json.error, json.details])).toEqual(
		codes.map((code) =>
			// These leave open what became of it.
			code === 3 || code === 999
				? [open + textOf(code), { outcome: 'unknown', code }]
				: [textOf(code), { outcome: 'failed', code }],
		),
	);
	expect(h.service.calls).toHaveLength(codes.length);
	expect(h.service.store.links.size).toBe(0);
});
