import { byId, CONTINUE, fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

/** What the service says in its own words: shown, never matched on. */
const SAID = 'Слова службы';
const DEFECT = 'node-defect';
const KEY = 'credential-invalid';

/** Codes with what an item fails with, and the cause for which n8n has a word; all texts are in docs/errors.md. */
const CODES: Array<[code: number, data: unknown, message: string, cause?: string]> = [
	[
		1,
		{ 'data.comment': ['Too long', 'Odd'] },
		'The service did not accept a value (code 1): data.comment: Too long, Odd',
	],
	[2, null, 'The service has no such record (code 2)'],
	[4, null, 'The service does not know the module that this node asked for (code 4)', DEFECT],
	[5, null, 'The service does not know the method that this node asked for (code 5)', DEFECT],
	[
		6,
		null,
		'The service does not know the output format that this node asked for (code 6)',
		DEFECT,
	],
	[8, null, 'The service does not know the API key (code 8)', KEY],
	[9, null, 'The service does not allow this call with this API key (code 9)', KEY],
	[
		11,
		{ recipient: ['Missing'] },
		'A value that the service needs is missing (code 11): recipient: Missing',
	],
	[12, null, 'A value is outside of what the service allows (code 12)'],
	[
		13,
		'api.mobizon.ua',
		'This server does not serve the account (code 13): use api.mobizon.ua',
		KEY,
	],
	[14, null, 'The account is blocked or deleted (code 14)', KEY],
	[15, null, 'The service could not carry out the operation (code 15)'],
	[98, ['x'], 'The service carried out only a part of the operation (code 98): x'],
	[99, null, 'The service carried out nothing of the operation (code 99)'],
	[777, { new: ['thing'] }, 'The service refused the call (code 777): new: thing'],
];

/** Codes after which a read, but no write, is asked again. */
const PASSING: typeof CODES = [
	[3, null, 'The service could not carry out the call (code 3)'],
	[10, null, 'The service could not save the change (code 10)'],
	[999, null, 'The service has trouble of its own (code 999)'],
];

/** One run meets all of the codes: the row's number stands in the request. */
const meet = (rows: typeof CODES, mark: (n: number) => string) =>
	rows.forEach(([code, data], n) => h.strike(mark(n), { code, data, message: SAID }));

test('a read: what each code means, its number, and the words of the service; asked once', async () => {
	meet(CODES, (n) => `id=${100 + n}`);
	const items = CODES.map((_, n) => ({ id: 100 + n }));
	const { main } = await h.link('link.get', byId, { items, ...CONTINUE });
	expect(main.map(({ json, pairedItem }) => [json.error, json.details, pairedItem])).toEqual(
		CODES.map(([code, , message], item) => [message, { outcome: 'failed', code }, { item }]),
	);
	const said = `The service says: ${SAID} · Method: Link/Get`;
	expect(main.every(({ json }) => String(json.message).endsWith(said))).toBe(true);
	expect(h.service.calls).toHaveLength(CODES.length);
});

test('in stop mode n8n gets the cause of each code, where it has a word for it', async () => {
	for (const [code, data, message, cause] of CODES) {
		h.service.faults.add({ kind: { code, data, message: SAID } });
		const { error } = await h.link('link.get', { link: locator('id', 100) });
		expect(error).toMatchObject({ name: 'NodeApiError', message });
		expect(error && 'failure' in error ? error.failure : undefined).toEqual(cause && { cause });
	}
});

test('a write: the same, and asked once whatever the code', async () => {
	const rows = [...CODES, ...PASSING];
	meet(rows, (n) => `x${n}x`);
	const items = rows.map((_, n) => ({ url: `example.com/x${n}x` }));
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url') },
		{ items, ...CONTINUE },
	);
	// Code 3 and 999 leave open what became of it.
	const isOpen = ([code]: (typeof rows)[number]) => code === 3 || code === 999;
	const prefix = 'It is not known whether this was done: ';
	expect(main.map(({ json }) => [json.error, json.details])).toEqual(
		rows.map((row) => [
			isOpen(row) ? prefix + row[2] : row[2],
			{ outcome: isOpen(row) ? 'unknown' : 'failed', code: row[0] },
		]),
	);
	expect(h.service.calls).toHaveLength(rows.length);
	expect(h.service.store.links.size).toBe(0);
});
