import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CONTINUE, fromItem, harness } from './lib/harness.mts';

const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';

const row = (more: IDataObject): IDataObject => ({ phone: '77011234567', ...more });
const parameters = (text: string, options: INodeParameters = {}): INodeParameters => ({
	...{ recipient: fromItem('phone'), text },
	options: { maxConcurrent: 1, ...options },
});

/** What each item comes to: the text that is sent or shown, or why it is refused. */
async function texts(text: string, items: IDataObject[], choice = 'message.send') {
	const { main, hints } = await h.message(choice, parameters(text), { items, ...CONTINUE });
	const sent = h.wire(SEND).map((params) => String(Object(params).text));
	return { ends: main.map(({ json }) => json.error ?? sent.shift() ?? 'shown'), hints, main };
}

const MISSING =
	'"Text" has nothing in place of {{ $json.Name }}; the row has: phone, name, the rest of it';

test.each(['message.send', 'message.preview'])(
	'%s refuses a text whose column is not there, and names those that are',
	async (choice) => {
		const items = [
			row({ name: 'Ann', 'the rest of it': 1 }),
			row({ Name: 'Bob' }),
			row({ Name: null }),
		];
		const { ends, main } = await texts('=Hello {{ $json.Name }}, our sale', items, choice);
		expect(ends).toEqual([
			MISSING,
			choice === 'message.send' ? 'Hello Bob, our sale' : 'shown',
			'"Text" has nothing in place of {{ $json.Name }}; the row has: phone, Name',
		]);
		expect(main[0].json).toMatchObject({
			message:
				"Write the name of the column as the row has it. If it may be missing, say so: {{ $json.Name ?? '' }}.",
			details: { field: 'text' },
		});
		expect(h.wire(SEND)).toHaveLength(choice === 'message.send' ? 1 : 0);
	},
);

test('a dry run refuses it too, and in stop mode nothing is sent', async () => {
	const items = [row({ name: 'Ann' }), row({ Name: 'Bob' })];
	const text = '={{ $json.Name }}, hello';
	const dry = await h.message('message.send', parameters(text, { dryRun: true }), {
		...{ items, ...CONTINUE },
	});
	expect(dry.main.map(({ json }) => json.error ?? json.text)).toEqual([
		expect.stringContaining('has nothing in place of {{ $json.Name }}; the row has: phone, name'),
		'Bob, hello',
	]);
	const stopped = await h.message('message.send', parameters(text), { items });
	expect(stopped.error?.message).toContain('item 1: "Text" has nothing in place of');
	expect(h.service.calls).toEqual([]);
});

test('a question is not asked with a hole in it', async () => {
	const { error } = await h.message(
		'message.sendAndWait',
		{ recipient: fromItem('phone'), message: '=Refund {{ $json.sum }} to {{ $json.name }}?' },
		{ items: [row({ sum: 120 })] },
	);
	expect(error?.message).toBe(
		'"Message" has nothing in place of {{ $json.name }}; the row has: phone, sum',
	);
	expect(h.service.calls).toEqual([]);
});

test('paths of all forms are seen; what computes, or says that it may be missing, may be blank', async () => {
	const items = [row({ name: 'Ann', address: { city: 'Almaty' }, 'First Name': 'A', list: ['x'] })];
	const there = [
		...['$json.name', '$json["First Name"]', "$json['address'].city", '$json.list[0]'],
		...["$('Start').item.json.name", '$input.item.json.name', "$('Start').first().json.name"],
	];
	const missing = [
		...['$json.Name', '$json["Last Name"]', '$json.address.street', '$json.home.city'],
		...['$json.list[1]', "$('Start').item.json.Name", '$input.first().json.Name'],
	];
	const computing = [
		...["$json.Name ?? ''", '$json.Name?.trim()', "$json.name ? '' : 'x'", '$json.nick || ""'],
		...['$json.home?.city', '[].join("")'],
	];
	for (const [paths, isRefused] of [
		[there, false],
		[missing, true],
		[computing, false],
	] as const) {
		for (const path of paths) {
			const { ends } = await texts(`=Hello {{${path} }}!`, items);
			const refusal = expect.stringContaining(`has nothing in place of {{ ${path} }}`);
			expect(ends).toEqual([isRefused ? refusal : expect.stringMatching(/^Hello .*!$/)]);
			h.service.reset();
		}
	}
});

test('a blank cell goes out, with a hint that names the rows', async () => {
	const items = ['Ann', '', 'Bob', ' '].map((name) => row({ name }));
	const hint = 'Blank in place of {{ $json.name }}: items 2, 4.';
	const { ends, hints } = await texts('=Hello {{ $json.name }}!', items);
	expect(ends).toEqual(['Hello Ann!', 'Hello !', 'Hello Bob!', 'Hello  !']);
	expect(hints).toContain(hint);
	expect((await texts('=Hello {{ $json.name }}!', items, 'message.preview')).hints).toEqual([hint]);
});

test('a key whose column is not there is refused: all rows would have one key, and one message', async () => {
	const items = ['77011234567', '77011234568'].map((phone) => ({ phone, order: phone }));
	const given = parameters('Hello', { sendOnceKey: '=order {{ $json.Order }}' });
	const { main } = await h.message('message.send', given, { items, ...CONTINUE });
	const error =
		'"Send Once Key" has nothing in place of {{ $json.Order }}; the row has: phone, order';
	const refused = { error, details: { outcome: 'refused', field: 'sendOnceKey' } };
	expect(main.map(({ json }) => json)).toMatchObject([refused, refused]);
	expect(h.wire(SEND)).toEqual([]);
});

test('in a loop, each round is judged by its own row', async () => {
	const node = h.node('message', 'message.send', parameters('=Hello {{ $json.name }}!'), CONTINUE);
	await h.engine.start(node, [[row({ name: 'Ann' })], [row({})], [row({ name: 'Bob' })]]);
	expect(h.wire(SEND).map((params) => Object(params).text)).toEqual(['Hello Ann!', 'Hello Bob!']);
});

test('a sub-workflow judges the rows that it is given', async () => {
	const { main } = await h.message('message.send', parameters('=Hello {{ $json.Name }}!'), {
		...{ items: [row({ name: 'Ann' }), row({ Name: 'Bob' })], mode: 'integrated', ...CONTINUE },
	});
	expect(main.map(({ json }) => json.error ?? json.outcome)).toEqual([
		expect.stringContaining('has nothing in place of {{ $json.Name }}; the row has: phone, name'),
		'accepted',
	]);
});

test('a text that is no expression is taken as it is', async () => {
	const { ends } = await texts('Use $json.name', [row({})]);
	expect(ends).toEqual(['Use $json.name']);
});

test('a file with semicolons is one column: the delimiter has to be set', async () => {
	const items = [{ 'name;phone': 'Ann;77011234567' }];
	const { main } = await h.message('message.send', parameters('Hi'), { items, ...CONTINUE });
	expect(main[0].json).toMatchObject({
		error: '"Recipient" is not in the row, which has one column, "name;phone"',
		message: expect.stringContaining('set Delimiter to ;'),
	});
	expect(h.service.calls).toEqual([]);
});
