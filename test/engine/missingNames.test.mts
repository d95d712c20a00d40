import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CONTINUE, fromItem, harness } from './lib/harness.mts';

type Value = IDataObject[string];

const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';

const row = (more: IDataObject): IDataObject => ({ phone: '77011234567', ...more });
const parameters = (text: string, options: INodeParameters = {}): INodeParameters => ({
	...{ recipient: fromItem('phone'), text },
	options: { maxConcurrent: 1, ...options },
});

/** What each item comes to: the text that is sent or shown, or why it is refused. */
async function texts(text: string, items: IDataObject[], choice = 'message.send', more = {}) {
	const run = { items, ...CONTINUE, ...more };
	const { main, hints } = await h.run(choice, parameters(text), run);
	const sent = h.wire(SEND).map((params) => String(Object(params).text));
	return { ends: main.map(({ json }) => json.error ?? sent.shift() ?? 'shown'), hints, main };
}

const missing = (path: string, columns: string) =>
	`"Text" has nothing in place of {{ ${path} }}; the row has: "${columns.replaceAll(', ', '", "')}"`;

test.each([
	['message.send', 'Hello Bob, our sale', 1],
	['message.preview', 'shown', 0],
])('%s: a text whose column is not there is refused', async (choice, good, sent) => {
	const items = [
		{ name: 'Ann', 'the rest of what is known of it': 1 },
		{ Name: 'Bob' },
		{ Name: null },
	].map(row);
	const { ends, main } = await texts('=Hello {{ $json.Name }}, our sale', items, choice);
	expect(ends).toEqual([
		missing('$json.Name', 'phone, name, the rest of what is known of i'),
		good,
		missing('$json.Name', 'phone, Name'),
	]);
	expect(main[0].json).toMatchObject({
		message:
			"Write the name of the column as the row has it. If it may be missing, say so: {{ $json.Name ?? '' }}.",
		details: { field: 'text' },
	});
	expect(h.wire(SEND)).toHaveLength(sent);
});

test('a question is not asked with a hole in it', async () => {
	const message = '=Refund {{ $json.sum }} to {{ $json.name }}?';
	const given = { recipient: fromItem('phone'), message };
	const { error } = await h.run('message.sendAndWait', given, { items: [row({ sum: 120 })] });
	const refusal = missing('$json.name', 'phone, sum').replace('Text', 'Message');
	expect(error?.message).toBe(refusal);
	expect(h.service.calls).toEqual([]);
});

const found = { name: 'Ann', address: { city: 'Almaty' }, 'First Name': 'A', list: ['x'] };

test.each([
	...['$json.name', '$json["First Name"]', "$json['address'].city", '$json.list[0]'],
	...["$('Start').item.json.name", '$input.item.json.name', "$('Start').first().json.name"],
	// What computes, or says that it may be missing, may be blank.
	...["$json.Name ?? ''", '$json.Name?.trim()', "$json.name ? '' : 'x'", '$json.nick || ""'],
	...['$json.home?.city', '[].join("")', '$ifEmpty($json.Name, "you")'],
	...['$json.Name.isEmpty() ? "" : "x"', '$json.name.replace("Ann", "")'],
	...['(() => { if ($json.nick) return "x" })()'],
	...['$json.list.find((each) => each === "y")', '$json.list.at(5)', '$json.nick && $json.nick[0]'],
])('%s is there, or may be blank', async (path) => {
	const { ends } = await texts(`=Hello {{${path} }}!`, [row(found)]);
	expect(ends).toEqual([expect.stringMatching(/^Hello .*!$/)]);
});

// n8n makes nothing of it, and the rest of the text would go out.
test.each([
	['$json.Name', '.split(" ")[0]'],
	["$('Start').item.json['Last Name']", '.trim() || "friend"'],
])('%s%s calls a function of what is missing', async (path, call) => {
	const { main } = await texts(`=Hello {{ ${path}${call} }}!`, [row(found)]);
	expect(main[0].json).toMatchObject({
		error: missing(path, 'phone, name, address, First Name, list'),
		message: expect.stringContaining(`say so: {{ ${path}?${call} }}.`),
	});
});

test.each<[expression: string, path?: string]>([
	...[
		...['$json.Name', '$json["Last Name"]', '$json.address.street', '$json.home.city'],
		...['$json.list[1]', "$('Start').item.json.Name", '$input.first().json.Name'],
		...["$('Start').last().json.Name", '$node["Start"].json["Last Name"]'],
		...['$input.all()[0].json.Name', "$('Start').all()[$itemIndex].json.Name"],
		// As the editor writes a name with an apostrophe.
		...["$json['Ім\\'я']", '$json[`Last Name`]', '$(`Start`).item.json.Name'],
	].map((path): [string] => [path]),
	// It does not go out in words.
	["'Dear ' + $json.Name", '$json.Name'],
	['`Dear ${$json.Name}`', '$json.Name'],
	['$json.name + ", " + $json.Name * 2', '$json.Name'],
	['$json.name + $json.Name', '$json.Name'],
	['$json.Name + $json.name', '$json.Name'],
	['$json.name + $json.last', '$json.last'],
	// n8n leaves out what is computed with it, and 'Total  KZT' would go to everybody.
	['$json.Sum * 2', '$json.Sum'],
	['Math.round($json.Sum)', '$json.Sum'],
	['$json.Sum.net * 2', '$json.Sum.net'],
	['Math.round($json.Sum.net)', '$json.Sum.net'],
])('%s is missing', async (expression, path = expression) => {
	const { ends } = await texts(`=Hello {{ ${expression} }}!`, [row({ ...found, last: null })]);
	expect(ends).toEqual([missing(path, 'phone, name, address, First Name, list, last')]);
});

test('a word with null in it goes out', async () => {
	const { ends } = await texts('=Annulliert, nulla {{ $ifEmpty($json.why, "Ft") }}', [row({})]);
	expect(ends).toEqual(['Annulliert, nulla Ft']);
});

test('a text that speaks of undefined, and names a column that may be missing, goes out', async () => {
	const items = [row({ error: 'Cannot read properties of undefined' })];
	const may = "{{ $json.nick ?? '' }}{{ $json.nick?.trim() }}{{ $json.nick || '' }}";
	const text = `=Failed${may}: {{ 'Oh. ' + $json.error.removeTags() }}`;
	expect((await texts(text, items)).ends).toEqual([`Failed: Oh. ${items[0].error}`]);
});

test('a row that failed in an earlier node is named as such', async () => {
	const items = [row({ error: 'The service refused it', message: 'Try later' })];
	const { main } = await texts("=Look: {{ $('Start').item.json.shortLink }}", items);
	const hint = 'failed in an earlier node: "The service refused it". Where';
	expect(main[0].json.message).toMatch(hint);
});

test.each([
	...['name', 'Name', 'json.name', 'item.name', '$Json.name', '$input.name'],
	...["$('Start').name", 'name.trim()', '$vars.shop'],
])('%s is no column', async (written) => {
	const { main } = await texts(`=Hello {{ ${written} }}!`, [row({ name: 'Ann' })]);
	expect(main[0].json).toMatchObject({
		error: missing(written.replace('.trim()', ''), 'phone, name'),
		message: 'Check its name. A column of the row is read with $json, as in {{ $json.name }}.',
	});
});

test('whoever forgets .json reads what there is in its place', async () => {
	const { ends } = await texts("=Hello {{ $('Start').item.name }}!", [row(found)]);
	expect(ends).toEqual([missing("$('Start').item.name", 'json, pairedItem')]);
});

test('a blank cell goes out, with a hint that names the rows', async () => {
	const items = ['Ann', '', 'Bob', ' '].map((name) => row({ name }));
	const hint = 'Blank in place of {{ $json.name }}: items 2, 4.';
	const { ends, hints } = await texts('=Hello {{ $json.name }}!', items);
	expect(ends).toEqual(['Hello Ann!', 'Hello !', 'Hello Bob!', 'Hello  !']);
	expect(hints).toContain(hint);
	expect((await texts('=Hello {{ $json.name }}!', items, 'message.preview')).hints).toEqual([hint]);
});

test('so does what n8n makes nothing of by itself', async () => {
	const items = ['ann@example.com', 'none'].map((mail) => row({ mail }));
	const { ends, hints } = await texts('=Write {{ $json.mail.extractEmail() }}', items);
	expect(ends).toEqual(['Write ann@example.com', 'Write ']);
	expect(hints).toContain('Blank in place of {{ $json.mail.extractEmail() }}: item 2.');
});

// n8n makes nothing of it, and says nothing: 'Pay ' would go to everybody.
test.each<[name: string, call: string, good: Value, bad: Value, is: string]>([
	['toFixed', '$json.v.toFixed(2)', 12.5, '12.5', '"12.5" (string)'],
	['trim', '$json.v.trim().slice(-4)', '12 ', 12, '"12" (number)'],
	['padStart', '"No " + $json.v.padStart(4, "0")', '12', 12, '"12" (number)'],
	['toFormat', '$json.v.toFormat("dd.MM")', null, '2026-03-01', '"2026-03-01" (string)'],
	['toUpperCase', '$json.v.toUpperCase()', 'a', ['a'], '"[\'a\']" (a list)'],
	['trim', '$json.v.trim() || "nothing"', '12', 12, '"12" (number)'],
	['trim', '$json.v?.trim()', '12', 12, '"12" (number)'],
	['map', '$json.v.map((each) => each.name).join()', [{ name: 'a' }], 'a', '"a" (string)'],
])('%s() of what has none, as in {{ %s }}', async (name, call, good, bad, is) => {
	const { ends, main } = await texts(`=Pay {{ ${call} }}`, [row({ v: good }), row({ v: bad })]);
	const refusal = `"Text" has nothing in place of {{ $json.v.${name}() }}`;
	const sent = good === null ? missing('$json.v', 'phone, v') : expect.stringMatching(/^Pay \w/);
	expect(ends).toEqual([sent, refusal]);
	const message = `There is no ${name}() of ${is}. Convert it first, as with toString(), toNumber(), toDateTime() or parseJson().`;
	expect(main[1].json).toMatchObject({ message });
	for (const before of ['', 'https://shop.kz/']) {
		const given = { fullLink: `=${before}{{ ${call} }}` };
		const made = await h.run('link.create', given, { items: [{ v: bad }], ...CONTINUE });
		expect(made.main[0].json).toMatchObject({ message });
	}
	expect(h.wire('Link/Create')).toEqual([]);
});

test.each(['$json.sum * 2', '12 + Number($json.sum)'])('%s is no number', async (computed) => {
	const { main } = await texts(`=Total {{ ${computed} }} KZT`, [row({ sum: '12,5' })]);
	expect(main[0].json).toMatchObject({
		error: `"Text" has no number in place of {{ ${computed} }}`,
		message: 'Something in it is missing, or is not a number, as 12,5 is not. Check the row.',
		details: { outcome: 'refused', field: 'text' },
	});
});

test('a key whose column is not there is refused: all rows would have one key, and one message', async () => {
	const items = ['77011234567', '77011234568'].map((phone) => ({ phone, order: phone }));
	const given = parameters('Hello', { sendOnceKey: '=order {{ $json.Order }}' });
	const { main } = await h.run('message.send', given, { items, ...CONTINUE });
	const error = missing('$json.Order', 'phone, order').replace('Text', 'Send Once Key');
	const refused = { error, details: { outcome: 'refused', field: 'sendOnceKey' } };
	expect(main.map(({ json }) => json)).toMatchObject([refused, refused]);
	// So is one that is empty in all rows.
	const empty = { items: items.map((each) => ({ ...each, Order: null })), ...CONTINUE };
	const { main: others } = await h.run('message.send', given, empty);
	expect(others.map(({ json }) => json.details)).toMatchObject(
		[refused, refused].map(() => refused.details),
	);
	expect(h.wire(SEND)).toEqual([]);
});

test.each([
	['link.create', 'fullLink', 'Full Link', 'https://shop.kz/order/'],
	['link.getAll', 'filters.query', 'Query', 'order '],
	['message.getAll', 'filters.to', 'To', '+7'],
	['deliveryReport.get', 'messageIds', 'Message IDs', '70000000002, '],
])('%s: so is %s, which would be cut short', async (choice, path, label, before) => {
	const [first, last] = path.split('.');
	const value = `=${before}{{ $json.Id }}`;
	const given: INodeParameters = last ? { [first]: { [last]: value } } : { [first]: value };
	const { main } = await h.run(choice, given, { items: [{ id: 5 }], ...CONTINUE });
	expect(main[0].json.error).toBe(missing('$json.Id', 'id').replace('Text', label));
	expect(h.service.calls).toEqual([]);
});

test('in a loop, each round is judged by its own row', async () => {
	const node = h.node('message', 'message.send', parameters('=Hello {{ $json.name }}!'), CONTINUE);
	await h.engine.start(node, [[row({ name: 'Ann' })], [row({})], [row({ name: 'Bob' })]]);
	expect(h.wire(SEND).map((params) => Object(params).text)).toEqual(['Hello Ann!', 'Hello Bob!']);
});

test('a sub-workflow judges the rows that it is given', async () => {
	const items = [{ name: 'Ann' }, { Name: 'Bob' }].map(row);
	const more = { mode: 'integrated' };
	const { ends } = await texts('=Hello {{ $json.Name }}!', items, 'message.send', more);
	expect(ends).toEqual([missing('$json.Name', 'phone, name'), 'Hello Bob!']);
});

test.each([
	...['Hello {{name}}', 'Hello $json.name', 'Hello {$json.name}', '=Hello { $json.name }'],
])('%s: what n8n did not evaluate is refused', async (text) => {
	const { ends } = await texts(text, [row({ name: 'Ann' })]);
	expect(ends).toEqual([expect.stringMatching(/^"Text" has ".*name.*" in it$/)]);
});

// In an error workflow, or behind the error output.
test.each([...['$json.Name', '$json.price * 2', '$json.price.toISO({ includeOffset: false })']])(
	'an alert about {{ %s }} goes out',
	async (path) => {
		const refused = await texts(`=Hello {{ ${path} }}`, [row({ price: '12,5' })]);
		const { ends } = await texts('={{ $json.why }}', [row({ why: `item 3: ${refused.ends[0]}` })]);
		expect(ends).toEqual([`item 3: ${refused.ends[0]}`]);
	},
);

const LEFT = [
	...['{{ $json.Phone }}', '{{ $json["a b"] }}', '{{ $json["a"] + $json["b"] }}'],
	...['$json.Phone', '#N/A', '[object Object]'],
];

test.each(['phone', 'text', 'url'])(
	'an alert about an item that was refused for what its %s has in it goes out: it quotes it',
	async (column) => {
		const rows = LEFT.map((left) => row({ text: 'Hi', url: 'example.com', [column]: left }));
		const given = { ...parameters(fromItem('text')), fullLink: fromItem('url') };
		const choice = column === 'url' ? 'link.create' : 'message.send';
		const refused = await h.run(choice, given, { items: rows, ...CONTINUE });
		const alerts = refused.main.map(({ json }) => `0 of 3 accepted; item 3: ${json.error}`);
		const items = alerts.map((why) => row({ why }));
		expect((await texts('={{ $json.why }}', items)).ends).toEqual(alerts);
	},
);
