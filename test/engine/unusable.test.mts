import type { INodeParameters } from 'n8n-workflow';

import { Credentials } from './lib/credentials.mts';
import { byId, fromItem, harness, ids, KEYS } from './lib/harness.mts';

// Where a node throws although it is to continue, n8n takes its input for its output: messages that
// never went out would look sent.
const h = harness();

const items = ids(2).map((id, n) => ({ ...id, to: `7701000000${n}`, key: KEYS[n] }));
const SEND = { recipient: fromItem('to'), text: 'Hi' };
const NO_ADDRESS = '"Base URL" of the credential is not an http or https address';

const choices: Array<[choice: string, parameters: INodeParameters]> = [
	['message.send', SEND],
	['deliveryReport.get', { messageIds: fromItem('id') }],
	['link.delete', byId],
];

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('%s', (onError) => {
	const isSplit = onError === 'continueErrorOutput';

	/** What every item must fail with, and nothing be called. */
	async function allFail(choice: string, given: INodeParameters, more: object, failure: object) {
		const run = { items, onError, ...more };
		const { main, errors, error } = await h.run(choice, given, run);
		const [failed, others] = isSplit ? [errors, main] : [main, errors];
		expect([error, others, h.methods()]).toEqual([undefined, [], []]);
		expect(failed.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			// The error output holds the input row, too.
			items.map((input, item) => [
				expect.objectContaining({ ...(isSplit && input), ...failure }),
				{ item },
			]),
		);
	}

	test.each(choices)('%s: an unusable credential fails every item', async (...given) => {
		const credential = h.credential({ baseUrl: '' });
		const message = expect.stringContaining('https://api.mobizon.kz');
		const details = { outcome: given[0] === 'message.send' ? 'refused' : 'failed' };
		await allFail(...given, { credential }, { error: NO_ADDRESS, message, details });
	});

	test.each(choices)('%s: the key in the row, of two accounts', async (...given) => {
		const credential = h.credential({ apiKey: fromItem('key') });
		const error = 'An expression in the credential gives item 2 another account than item 1';
		await allFail(...given, { credential }, { error });
	});

	test('with Output = Summary, too, an unusable credential makes one closing item', async () => {
		const parameters = { ...SEND, options: { output: 'summary', includeInput: true } };
		const given = { items, onError, credential: h.credential({ baseUrl: '' }) };
		const { main, errors } = await h.run('message.send', parameters, given);
		expect([main, errors]).toEqual([[expect.objectContaining({ json: expect.anything() })], []]);
		expect(main[0].json).toMatchObject({
			...{ messages: 2, accepted: 0, refused: 2 },
			problems: items.map((item, n) => ({ ...item, row: n + 1, error: NO_ADDRESS })),
		});
	});

	test('also where nobody can read how the outputs are to come out', async () => {
		const parameters = { ...SEND, options: { output: 'poem' } };
		const credential = h.credential({ baseUrl: '' });
		await allFail('message.send', parameters, { credential }, { error: NO_ADDRESS });
	});

	test('what is kept of earlier sends is unreadable: nothing is sent', async () => {
		const context = { 'node:Node': { sends: 5 } };
		await allFail('message.send', SEND, { context }, { error: expect.stringMatching(/./) });
	});

	test('an operation that the node does not have fails every item', async () => {
		const error = 'This node has no operation "link: paint"';
		await allFail('link.paint', {}, {}, { error });
	});
});

test('Stop: an unusable credential ends the run with what to do', async () => {
	const credential = h.credential({ baseUrl: '' });
	const { main, error } = await h.run('link.getAll', {}, { credential });
	expect(main).toEqual([]);
	expect(error?.message).toBe(NO_ADDRESS);
	expect(error?.description).toContain('https://api.mobizon.kz');
});

test('a credential with the key in the row, of one account: its rows are sent', async () => {
	const rows = items.map((item) => ({ ...item, key: KEYS[1] }));
	const credential = h.credential({ apiKey: fromItem('key') });
	const { main } = await h.run('message.send', SEND, { items: rows, credential });
	expect(main.map(({ json }) => json.outcome)).toEqual(['accepted', 'accepted']);
	expect(h.service.calls.map(({ query }) => query.apiKey)).toEqual([KEYS[1], KEYS[1]]);
});

test.each([
	[
		'n8n cannot read it any more',
		() => Promise.reject(new Error('SQLITE_BUSY: database is locked')),
	],
	['it was edited', () => Promise.resolve(h.credential({ apiKey: KEYS[1] }))],
])('a run goes on with the credential that it began with, although %s', async (_, changed) => {
	const before = Credentials.prototype.getDecrypted;
	jest.spyOn(Credentials.prototype, 'getDecrypted').mockImplementation(async function (
		this: Credentials,
		...given
	) {
		return await (h.service.calls.length > 0 ? changed() : before.apply(this, given));
	});
	const { main } = await h.run(
		'message.send',
		{ ...SEND, options: { maxConcurrent: 1 } },
		{ items },
	);
	expect(main.map(({ json }) => json.outcome)).toEqual(['accepted', 'accepted']);
	expect(new Set(h.service.calls.map(({ query }) => query.apiKey)).size).toBe(1);
});

test('one account for all: its credential is read a few times, not for each item', async () => {
	const reads = jest.spyOn(Credentials.prototype, 'getDecrypted');
	await h.run('link.get', byId, { items: ids(100), onError: 'continueRegularOutput' });
	expect(reads.mock.calls.length).toBeLessThan(5);
});
