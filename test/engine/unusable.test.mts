import type { INodeParameters } from 'n8n-workflow';

import { fromItem, harness, locator } from './lib/harness.mts';

// Where a node throws although it is to continue, n8n takes its input for its output: messages that
// never went out would look sent.
const h = harness();

const MODES = ['continueRegularOutput', 'continueErrorOutput'] as const;
const items = [
	{ id: 400001, to: '77010000001' },
	{ id: 400002, to: '77010000002' },
];

const SEND = { recipient: fromItem('to'), text: 'Hi' };

const choices: Array<[node: 'link' | 'message', choice: string, parameters: INodeParameters]> = [
	['message', 'message.send', SEND],
	['message', 'deliveryReport.get', { messageIds: fromItem('id') }],
	['message', 'message.getAll', {}],
	['link', 'link.get', { link: locator('id', fromItem('id')) }],
	['link', 'link.delete', { link: locator('id', fromItem('id')) }],
];

describe.each(MODES)('On Error: %s', (onError) => {
	test.each(choices)('%s, %s: an unusable credential fails every item', async (node, ...rest) => {
		const credential = h.credential({ baseUrl: '' });
		const { main, errors, error } = await h[node](...rest, { items, onError, credential });
		const [failed, others] = onError === 'continueErrorOutput' ? [errors, main] : [main, errors];
		expect(error).toBeUndefined();
		expect(others).toEqual([]);
		expect(failed.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			items.map((given, item) => [
				{
					// The error output holds the input row, too.
					...(onError === 'continueErrorOutput' && given),
					error: '"Base URL" of the credential is not an http or https address',
					message: expect.stringContaining('https://api.mobizon.kz'),
					details: { outcome: rest[0] === 'message.send' ? 'refused' : 'failed' },
				},
				{ item },
			]),
		);
		expect(h.service.calls).toEqual([]);
	});

	test('what is kept of earlier sends is unreadable: nothing is sent', async () => {
		const run = { items, onError, context: { 'node:Node': { sends: 5 } } };
		const { main, errors, error } = await h.message('message.send', SEND, run);
		expect(error).toBeUndefined();
		expect([...main, ...errors].map((item) => [item.pairedItem, !item.json.error])).toEqual(
			items.map((_, item) => [{ item }, false]),
		);
		expect(h.service.calls).toEqual([]);
	});

	test('an operation that the node does not have fails every item', async () => {
		const { main, errors, error } = await h.link('link.paint', {}, { items, onError });
		expect(error).toBeUndefined();
		expect([...main, ...errors].map((item) => [item.pairedItem, item.json.error])).toEqual(
			items.map((_, item) => [{ item }, 'This node has no operation "link: paint"']),
		);
	});
});

test('Stop: an unusable credential ends the run with what to do', async () => {
	const credential = h.credential({ baseUrl: '' });
	const { main, error } = await h.link('link.getAll', {}, { credential });
	expect(main).toEqual([]);
	expect(error?.message).toBe('"Base URL" of the credential is not an http or https address');
	expect(error?.description).toContain('https://api.mobizon.kz');
});
