import { fromItem, harness, locator } from './lib/harness.mts';
import { rows, SAID } from './resultCodes/table.mts';

const h = harness();

/** The row's number stands in the request, so that one run meets all of them. */

function faults(codes: Array<[code: number, data: unknown]>, pattern: (n: number) => string) {
	codes.forEach(([code, data], n) =>
		h.service.faults.add({
			when: ({ rawBody }) => rawBody.endsWith(pattern(n)),
			times: Infinity,
			kind: { code, data, message: SAID },
		}),
	);
}

const texts = rows.map(([, , message, advice]) => [message, expect.stringContaining(advice)]);

test('a read: what each code means and what to do, asked once', async () => {
	faults(
		rows.map(([code, data]) => [code, data]),
		(n) => `id=${100 + n}`,
	);
	const { main } = await h.link(
		'link.get',
		{ link: locator('id', fromItem('id')) },
		{ items: rows.map((_, n) => ({ id: 100 + n })), onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json }) => [json.error, json.message])).toEqual(texts);
	for (const [item, { json, pairedItem }] of main.entries()) {
		expect(json.message).toContain(`The service says: ${SAID}`);
		expect(json.message).toContain('Method: Link/Get');
		expect(json.details).toEqual({ outcome: 'failed', code: rows[item][0] });
		expect(pairedItem).toEqual({ item });
	}
	expect(h.service.calls).toHaveLength(rows.length);
});

test('in stop mode n8n gets the cause of each code, where it has a word for it', async () => {
	for (const [code, data, message, , cause] of rows) {
		h.service.faults.add({ kind: { code, data, message: SAID } });
		const { error } = await h.link('link.get', { link: locator('id', 100) });
		expect(error).toMatchObject({ name: 'NodeApiError', message });
		expect(error && 'failure' in error ? error.failure : undefined).toEqual(cause && { cause });
	}
});

test('a write: the same, and asked once', async () => {
	const passing: Array<[number, unknown]> = [3, 10, 999].map((code) => [code, null]);
	const all = [...rows.map(([code, data]): [number, unknown] => [code, data]), ...passing];
	faults(all, (n) => `x${n}x`);
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url') },
		{ items: all.map((_, n) => ({ url: `example.com/x${n}x` })), onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json }) => [json.error, json.message])).toEqual([
		...texts,
		[
			'The service could not carry out the call (code 3)',
			expect.stringContaining('Try again later'),
		],
		['The service could not save the change (code 10)', expect.stringContaining('Try again')],
		['The service has trouble of its own (code 999)', expect.stringContaining('Try again later')],
	]);
	expect(h.service.calls).toHaveLength(all.length);
	expect(h.service.store.links.size).toBe(0);
});
