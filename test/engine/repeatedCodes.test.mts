import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

test('a read is repeated after codes 3, 10 and 999', async () => {
	[3, 10, 999].forEach((code, n) =>
		h.service.faults.add({
			when: ({ rawBody }) => rawBody.endsWith(`id=${400001 + n}`),
			kind: { code },
		}),
	);
	for (let n = 0; n < 3; n++) h.service.store.addLink();
	const items = [0, 1, 2].map((n) => ({ id: 400001 + n }));
	const { main } = await h.link('link.get', { link: locator('id', fromItem('id')) }, { items });
	expect(main.map(({ json }) => json.id)).toEqual([400001, 400002, 400003]);
	expect(h.service.calls).toHaveLength(6);
});

test.each(['link.get', 'link.create'])(
	'%s is repeated after code 30, which refused it',
	async (choice) => {
		h.service.store.addLink();
		h.service.faults.add({ kind: { code: 30 } });
		const { main } = await h.link(choice, { link: locator('id', 400001), fullLink: 'example.com' });
		expect(main).toHaveLength(1);
		expect(main[0].json.error).toBeUndefined();
		expect(h.service.calls.map(({ code }) => code)).toEqual([30, 0]);
	},
);

test.each([
	[
		'as text',
		'{"code":"0","data":{"id":"5","code":"x","shortLink":"s"},"message":""}',
		{ id: 5, code: 'x', shortLink: 's' },
	],
	[
		'100: queued, neither done nor refused',
		'{"code":100,"data":"77","message":""}',
		{ queued: true, taskId: 77 },
	],
])('a code %s', async (_, body, expected) => {
	h.service.faults.add({ kind: { status: 200, body } });
	const { main } = await h.link('link.create', { fullLink: 'example.com' });
	expect(main.map(({ json }) => json)).toEqual([expected]);
});

test('a success without a message id is a failure: the message was not accepted', async () => {
	h.service.faults.add({ kind: { code: 0, data: { text: ['Forbidden word'] } } });
	const { main } = await h.message(
		'message.send',
		{ recipient: '77011234567', text: 'Hi' },
		{ onError: 'continueRegularOutput' },
	);
	expect(main[0].json.error).toBe(
		'The service answered well but gave the message no ID, so it did not accept it (code 0): text: Forbidden word',
	);
	expect(h.wire('Message/SendSmsMessage')).toHaveLength(1);
});
