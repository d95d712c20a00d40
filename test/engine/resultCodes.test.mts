import type { INodeParameters } from 'n8n-workflow';

import { RESULT_CODES } from '../../nodes/shared/api/resultCodes';
import { byId, CONTINUE, fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

/** What the service says in its own words: shown, never matched on. */
const SAID = 'Слова службы';
const DATA = { 'data.comment': ['Too long'] };
const UNDOCUMENTED = { 777: { meaning: 'The service refused the call' } };
const MEANINGS = Object.entries({ ...RESULT_CODES, ...UNDOCUMENTED });
/** All but success, a refusal for the rate, and a call that is queued. */
const CODES = MEANINGS.filter(([said]) => !['0', '30', '100'].includes(said)).map(
	([said, { meaning }]) => {
		const code = Number(said);
		// With the fields that the service names; of code 13, data would be the right server.
		const text = `${meaning} (code ${code})${code === 13 ? '' : ': data.comment: Too long'}`;
		return { code, text, isPassing: [3, 10, 999].includes(code), isOpen: [3, 999].includes(code) };
	},
);
/** After these a read is not asked again. */
const REFUSALS = CODES.filter(({ isPassing }) => !isPassing);
/** Causes for which n8n has a word. */
const CAUSES = Object.entries({ 'node-defect': [4, 5, 6], 'credential-invalid': [8, 9, 13, 14] });

/** One run meets all of the codes: the place of each stands in the request. */
const meet = (codes: typeof CODES, mark: (n: number) => string) =>
	codes.forEach(({ code }, n) => h.strike(mark(n), { code, data: DATA, message: SAID }));

test('a read: what each code means, its number, and the words of the service; asked once', async () => {
	meet(REFUSALS, (n) => `id=${100 + n}`);
	const items = REFUSALS.map((_, n) => ({ id: 100 + n }));
	const { main } = await h.run('link.get', byId, { items, ...CONTINUE });
	expect(main.map(({ json, pairedItem }) => [json.error, json.details, pairedItem])).toEqual(
		REFUSALS.map(({ code, text }, item) => [text, { outcome: 'failed', code }, { item }]),
	);
	const said = `The service says: ${SAID} · Method: Link/Get`;
	expect(main.every(({ json }) => String(json.message).endsWith(said))).toBe(true);
	expect(h.service.calls).toHaveLength(REFUSALS.length);
});

test('in stop mode n8n gets the cause of each code, where it has a word for it', async () => {
	for (const { code, text } of REFUSALS) {
		h.service.faults.add({ kind: { code, data: DATA, message: SAID } });
		const { error } = await h.run('link.get', { link: locator('id', 100) });
		expect(error).toMatchObject({ name: 'NodeApiError', message: text });
		const [cause] = CAUSES.find(([, codes]) => codes.includes(code)) ?? [];
		expect(error && 'failure' in error ? error.failure : undefined).toEqual(cause && { cause });
	}
});

test('a write: the same, and asked once whatever the code', async () => {
	meet(CODES, (n) => `x${n}x`);
	const items = CODES.map((_, n) => ({ url: `example.com/x${n}x` }));
	const create = { fullLink: fromItem('url') };
	const { main } = await h.run('link.create', create, { items, ...CONTINUE });
	expect(main.map(({ json }) => [json.error, json.details])).toEqual(
		CODES.map(({ code, text, isOpen }) =>
			isOpen
				? [`It is not known whether this was done: ${text}`, { outcome: 'unknown', code }]
				: [text, { outcome: 'failed', code }],
		),
	);
	expect(h.service.calls).toHaveLength(CODES.length);
	expect(h.service.store.links.size).toBe(0);
});

const link = locator('id', '400001');

// Writes that are queued are in test/operations.
test.each<[choice: string, parameters: INodeParameters]>([
	['link.get', { link }],
	['link.getAll', {}],
	['campaign.getLinks', { campaignId: '70000000001' }],
	['statistics.get', { link }],
	['message.getAll', {}],
	['deliveryReport.get', { messageIds: '70000000002' }],
])('%s: a read that is queued has read nothing, and says so', async (...given) => {
	h.service.setFreedoms({ queuedShare: 1 });
	const { main, error } = await h.run(...given);
	expect(main).toEqual([]);
	expect(error?.message).toBe('The service queued the call instead of answering it (code 100)');
	expect(error?.description).toContain('Try again later');
	expect(h.service.calls).toHaveLength(1);
});
