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

const told = rows.map(([, , message, advice, cause]) => [
	message,
	expect.stringContaining(advice),
	cause,
]);

test('a read: message, description and cause of each code, asked once', async () => {
	faults(
		rows.map(([code, data]) => [code, data]),
		(n) => `id=${100 + n}`,
	);
	const { main } = await h.link(
		'link.get',
		{ link: locator('id', fromItem('id')) },
		{ items: rows.map((_, n) => ({ id: 100 + n })), onError: 'continueRegularOutput' },
	);
	expect(
		main.map(({ error }) => [error?.message, error?.description, failureOf(error)?.cause]),
	).toEqual(told);
	for (const { error, json, pairedItem } of main) {
		expect(error?.description).toContain(`The service says: ${SAID}`);
		expect(error?.description).toContain('Method: Link/Get');
		expect(error?.name).toBe('NodeApiError');
		// n8n itself puts the message into the data of an item with an error.
		expect(json).toEqual({ error: error?.message });
		expect(pairedItem).toEqual({ item: main.findIndex((item) => item.error === error) });
	}
	expect(h.service.calls).toHaveLength(rows.length);
});

const failureOf = (error: object | undefined): { cause?: string } | undefined =>
	error && 'failure' in error && typeof error.failure === 'object' && error.failure !== null
		? error.failure
		: undefined;

test('a write: the same, and asked once', async () => {
	const passing: Array<[number, unknown]> = [3, 10, 999].map((code) => [code, null]);
	const all = [...rows.map(([code, data]): [number, unknown] => [code, data]), ...passing];
	faults(all, (n) => `x${n}x`);
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url') },
		{ items: all.map((_, n) => ({ url: `example.com/x${n}x` })), onError: 'continueRegularOutput' },
	);
	expect(
		main.map(({ error }) => [error?.message, error?.description, failureOf(error)?.cause]),
	).toEqual([
		...told,
		[
			'The service could not carry out the call (code 3)',
			expect.stringContaining('Try again later'),
			'temporarily-unavailable',
		],
		[
			'The service could not save the change (code 10)',
			expect.stringContaining('Try again'),
			'temporarily-unavailable',
		],
		[
			'The service has trouble of its own (code 999)',
			expect.stringContaining('Try again later'),
			'temporarily-unavailable',
		],
	]);
	expect(h.service.calls).toHaveLength(all.length);
	expect(h.service.store.links.size).toBe(0);
});
