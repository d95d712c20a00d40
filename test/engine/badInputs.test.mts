import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { OPERATIONS } from '../operations/index.mts';
import { ownClock } from '../sending/lib/clock.mts';
import { descriptionOf, operationFields } from './lib/descriptions.mts';
import { CONTINUE, fromItem, harness } from './lib/harness.mts';

type Value = IDataObject[string];

ownClock();
const h = harness({ now: () => Date.now() });

beforeEach(() => {
	h.service.store.addLink({ expirationDate: '2026-11-11', campaignId: '70000000001' });
	h.service.store.addMessage();
});

/** Text that would make other fields if it were not encoded. */
const INJECTION = 'x&data[status]=0&ids[]=5';
/** What no text, number or identifier can be made of. */
const NO_TEXT: Value[] = [true, false, {}, [], ['text'], { 'data[status]': '0' }];
/** All forms of these four are in test/unit. */
const NO_TIME: Value[] = ['tomorrow', '2026-02-30', '01/02/2026', INJECTION, 5, -1, true, {}, []];
const NO_ID: Value[] = ['abc', '1e5', '5&ids[]=6', '9'.repeat(40), 0, -1, 1.5, 2 ** 64, ...NO_TEXT];
const NO_NUMBER: Value[] = ['', null, 'nobody', '07011234567', INJECTION, 1e20, 0, ...NO_TEXT];
const NO_CLOCK: Value[] = ['', ' ', 'nine', '25:00', '0900', -1, ...NO_TEXT];
const NO_CHOICE: Value[] = ['weekly', '__proto__', 'constructor', 'ASC&x=1', 0.5, {}, []];
const inMode = (mode: string, values: Value[]): Value[] => values.map((value) => ({ mode, value }));
const NO_LINK: Value[] = [
	...['', ' ', null, [], ['400001'], [400001], INJECTION, ...NO_ID],
	...inMode('id', [undefined, '', null, ['1']]),
	...inMode('code', ['', 'a b', 'a/b', 'a&id=5', 'ä', 'x'.repeat(101), {}]),
	...inMode('url', ['', 'abcd', 'https://', 'https://mbzn.co/', 'mbzn.co/?x', 'http://a b/c']),
	...inMode('url', [`h/${'x'.repeat(2000)}`]),
];

/** What n8n makes of an expression or a template that went wrong. */
const UNFILLED: Value[] = [
	...['Dear {{ $json.name }},', 'Dear [object Object]', 'Until Invalid DateTime', 'Dear #N/A'],
	...['On Invalid Date', `Dear ${'Ann'.trim}`, 'Pay #NUM!', 'Pay #ERROR!', 'Pay #NULL!'],
];

/** What a field cannot be, by its type, */
function refusedByType({ type, typeOptions = {} }: INodeProperties): Value[] {
	const { minValue = 0, maxValue = 1e8, numberPrecision = 0 } = typeOptions;
	const noInteger = numberPrecision > 0 ? [] : [minValue + 0.5, '1e2', true, []];
	if (type === 'number') return [minValue - 1, maxValue + 1, 'ten', '5; 6', {}, ...noInteger];
	if (type === 'boolean') return ['maybe', 'ИСТИНА', 2, '01', {}, [], 'dry'];
	if (type === 'dateTime') return NO_TIME;
	if (type === 'options') return NO_CHOICE;
	if (type === 'multiOptions') return ['', 'weekdays', 1, ['mon', 'x'], [[]], {}, true];
	return type === 'resourceLocator' ? NO_LINK : NO_TEXT;
}

/** What the expression of a misspelt column, an empty cell, or a blank one gives. */
const NOTHING: Value[] = [undefined, null, '', ' ', '\u200b'];
/** These only describe: for them an empty cell is a value, or none. */
const DESCRIBING = [
	...['additionalFields.comment', 'additionalFields.from', 'additionalFields.campaignName'],
	...['additionalFields.defaultCountry', 'defaultCountry', 'updateFields.comment'],
	...['options.from', 'options.defaultCountry'],
	...['approvalOptions.values.approveLabel', 'approvalOptions.values.disapproveLabel'],
	...['answered', 'closed', 'code', 'inSms', 'send', 'thanks', 'wrongCode'].map(
		(text) => `options.pageTexts.values.${text}`,
	),
];

/** and by its path. */
const ALSO: Record<string, Value[]> = {
	fullLink: [
		...['', ' ', null, 'not a url', 'https://', 'javascript:alert(1)', 'me@a.kz', 'a.kz,'],
		...['$json.url', 5],
	],
	recipient: NO_NUMBER,
	text: ['', ' \n', '\u200b', null, ...UNFILLED],
	message: ['', '\u200b', ...UNFILLED],
	campaignId: ['', null, '1,2', ...NO_ID],
	messageIds: ['', null, ',', '1,x', ['x'], [[]], { 0: 1 }, ...NO_ID],
	limit: ['', null, 1.5],
	'additionalFields.comment': ['x'.repeat(256), '😀'.repeat(256)],
	'additionalFields.from': ['x'.repeat(101)],
	'additionalFields.campaignName': ['x'.repeat(256)],
	'additionalFields.deferredToTs': ['2020-01-01 00:00:00', '2099-01-01'],
	'additionalFields.expirationDate': ['2026-03-09', '2025-12-31T00:00:00'],
	'updateFields.expirationDate': ['2026-03-09', '2025-12-31T00:00:00'],
	'updateFields.comment': ['x'.repeat(256)],
	'filters.campaignIds': [',', '1,x', ['x'], [[]], { 0: 1 }, ...NO_ID],
	'filters.groups': ['x', [true]],
	'filters.to': ['abc', '7701,7702', '+', INJECTION, 'x'.repeat(50)],
	'options.allowedCountries': [[''], [undefined], [5], ','],
	'options.allowedHours.values.days': [[], ['', null]],
	'options.allowedHours.values.from': NO_CLOCK,
	'options.allowedHours.values.to': [...NO_CLOCK, '00:00'],
	'options.allowedHours.values.timezone': ['UTC+5', '+05:00', 'Kyiv time', 5],
	'options.sendOnceKey': [
		...['', ' ', null, 'x'.repeat(1001), ...UNFILLED],
		...['undefined-77011234567', 'order_undefined', 'null', 'NaN'],
	],
	'options.limitWaitTime.values.resumeAmount': [0, -1, true, '1e2', [5]],
};

/** What is fine where the placeholder or the default of a field is not, or says nothing. */
const GOOD: Record<string, Value> = {
	link: 400001,
	'additionalFields.deferredToTs': '2026-03-11 12:00:00',
	'additionalFields.expirationDate': '2026-03-10',
	'updateFields.expirationDate': '2026-03-10',
	'options.sendOnceKey': 'order-17',
	'options.skipRecipients': '+7 701 555 99 99',
	'options.allowedHours.values.from': '0:00',
	'options.allowedHours.values.to': '24:00',
};

const goodOf = (path: string, { type, placeholder, default: value }: INodeProperties): Value =>
	path in GOOD
		? GOOD[path]
		: type === 'dateTime'
			? '2026-03-01'
			: (placeholder?.replace('e.g. ', '') ?? (value as Value));

/** Parameters in which those at some paths are set. */
function parametersWith(values: Array<[path: string, value: Value]>): INodeParameters {
	const all: INodeParameters = {};
	for (const [path, value] of values) {
		const names = path.split('.');
		const last = String(names.pop());
		const inner = names.reduce((part, name) => (part[name] ??= {}) as INodeParameters, all);
		inner[last] = value as string;
	}
	// The one collection whose fields can be repeated.
	if ('sort' in all) all.sort = { by: [Object(all.sort).by] };
	return all;
}

/** Collections that are named as a whole. */
const LABELS: Record<string, string> = {
	'sort.by': 'Sort',
	'options.limitWaitTime': 'Limit Wait Time',
};
/** Choices that take any text of an expression, since the service may have more of them. */
const OPEN_CHOICES = ['message.getAll', 'deliveryReport.summarize'].flatMap((choice) => [
	`${choice} filters.status`,
	`${choice} filters.campaignStatus`,
]);

/** What else is needed, by operation and path. */
const NEEDED: Array<[when: RegExp, path: string, value: Value]> = [
	[/^link\.update /, 'updateFields.comment', 'x'],
	[/^link\.update /, 'updateFields.status', 1],
	[/^statistics\.get /, 'dateTo', '2026-03-05'],
	[/^deliveryReport\.summarize (filters|options)\./, 'source', 'filters'],
	[/ options\.(ifSeen|sendOncePer)$/, 'options.sendOnceKey', 'k'],
	[/disapproveLabel$/, 'approvalOptions.values.approvalType', 'double'],
	[/maxDateAndTime$/, 'options.limitWaitTime.values.limitType', 'atSpecifiedTime'],
];

const isAPart = (path: string, of: string) =>
	/\.(values|by)\./.test(of) && path.startsWith(of.slice(0, of.lastIndexOf('.') + 1));

/** A field of an operation, with what is to be tried. */
async function targetOf(node: string, choice: string, path: string) {
	const fields = operationFields(await descriptionOf(node), choice);
	const leaves = [...fields].filter(([, { type }]) => !/ollection$/.test(type));
	const field = fields.get(path)!;
	const others = leaves.filter(([name, { required }]) => required || isAPart(name, path));
	const isLiteral = field.noDataExpression === true;
	const isOpen = OPEN_CHOICES.includes(`${choice} ${path}`);
	return {
		...{ choice, path, good: goodOf(path, field), isLiteral },
		label: LABELS[path.split('.').slice(0, 2).join('.')] ?? field.displayName,
		/** The others that are needed with it. */
		base: [
			...others.map(([name, other]): [string, Value] => [name, goodOf(name, other)]),
			...NEEDED.filter(([when]) => when.test(`${choice} ${path}`)).map(
				([, name, value]): [string, Value] => [name, value],
			),
		],
		refused: [
			...(isLiteral ? [] : DESCRIBING.includes(path) ? NOTHING.slice(0, 1) : NOTHING),
			...(isOpen ? NO_TEXT : [...refusedByType(field), ...(ALSO[path] ?? [])]),
			// An empty list of numbers skips nobody.
		].filter((value) => path !== 'options.skipRecipients' || !isDeepStrictEqual(value, [])),
		/** What the editor lets somebody enter, at its ends. */
		taken: [field.typeOptions?.minValue, field.typeOptions?.maxValue].filter(
			(value) => value !== undefined && !ALSO[path]?.includes(value),
		),
		/** One choice for all items, or an operation of one item only. */
		isOne: isLiteral || choice === 'message.sendAndWait',
	};
}
type Target = Awaited<ReturnType<typeof targetOf>>;

/** All calls, in any order. */
const sent = () => h.service.calls.map((call) => JSON.stringify([call.method, call.params])).sort();

const isOfInput = (json: IDataObject | undefined): boolean =>
	typeof json?.details === 'object' && json.details !== null && 'field' in json.details;

/** @returns what each item comes to, the first of each */
async function runWith({ choice, path, base }: Target, values: Value[]) {
	h.service.calls.length = 0;
	const parameters = parametersWith([...base, [path, fromItem('value')]]);
	const items = values.map((value) => ({ value }));
	const { main, error } = await h.run(choice, parameters, { items, ...CONTINUE });
	expect(error).toBeUndefined();
	const of = (item: number) => main.find(({ pairedItem }) => Object(pairedItem).item === item);
	return { found: items.map((_, item) => of(item)?.json), sent: sent() };
}

describe.each(OPERATIONS)('$node $choice', ({ node, choice, saved = [] }) => {
	test.each(saved)('%s refuses by its name what it cannot be', async (path) => {
		const target = await targetOf(node, choice, path);
		const { good, refused, taken, label, base, isOne, isLiteral } = target;
		// Not as what failed while it was read.
		const isRefused = (end: unknown) =>
			String(end).startsWith(`"${label}" `) && !String(end).includes(' could not be read');
		const wrong = (ends: unknown[]) =>
			ends.flatMap((end, n) => (isRefused(end) ? [] : [[refused[n], end]]));
		if (isOne) {
			const endOf = async (value: Value) => {
				const given = parametersWith([...base, [path, isLiteral ? value : fromItem('value')]]);
				return (await h.run(choice, given, { items: [{ value }] })).error?.message;
			};
			const ends: unknown[] = [];
			for (const value of refused) ends.push(await endOf(value));
			expect(wrong(ends)).toEqual([]);
			expect(h.service.calls).toEqual([]);
			for (const value of taken) expect(isRefused(await endOf(value))).toBe(false);
			return;
		}
		const ends = (await runWith(target, taken)).found.map((end) => end?.error);
		expect(ends.filter(isRefused)).toEqual([]);
		const among = [good, ...refused.flatMap((value) => [value, good])];
		const { found, sent: calls } = await runWith(target, among);
		expect(wrong(refused.map((_, n) => found[2 * n + 1]?.error))).toEqual([]);
		expect(found.map(isOfInput)).toEqual(found.map((_, item) => item % 2 === 1));
		expect(calls).toEqual((await runWith(target, [...refused, good].fill(good))).sent);
	});
});

test.each([
	['message.send', 'recipient', 'Recipient'],
	['message.send', 'additionalFields.campaignName', 'Campaign Name'],
	['deliveryReport.get', 'messageIds', 'Message IDs'],
	['link.create', 'additionalFields.expirationDate', 'Expiration Date'],
])('%s %s refuses an expression in a field that is set to Fixed', async (choice, path, label) => {
	const target = await targetOf(choice.startsWith('link.') ? 'link' : 'message', choice, path);
	const given = parametersWith([...target.base, [path, 'of {{ $json.phone }}']]);
	const { error } = await h.run(choice, given, { items: [{ phone: '77011234567' }] });
	expect(error?.message).toContain(`"${label}" has "{{ $json.phone }}" in it`);
	expect(error?.description).toContain('switch it to Expression');
	expect(h.service.calls).toEqual([]);
});

test.each([
	['statistics.get', 'date', 'Date To'],
	['link.getAll', 'filters.createTs', 'Created To'],
	['message.getAll', 'filters.campaignCreateTs', 'Campaign Created To'],
	['message.getAll', 'filters.campaignSentTs', 'Campaign Sent To'],
	['message.getAll', 'filters.startSendTs', 'Sending Started To'],
	['message.getAll', 'filters.statusUpdateTs', 'Status Changed To'],
])(
	'%s %s: a span that ends before it begins is refused, a single day is one',
	async (choice, path, label) => {
		const node = choice.startsWith('message') ? 'message' : 'link';
		const { base } = await targetOf(node, choice, `${path}From`);
		const endOf = async (first: string) => {
			const span: typeof base = [
				[`${path}From`, first],
				[`${path}To`, '2026-03-01'],
			];
			const others = base.filter(([name]) => !name.startsWith('date'));
			return (await h.run(choice, parametersWith([...others, ...span]))).error;
		};
		const { message } = (await endOf('2026-03-02'))!;
		expect(message).toMatch(`"${label}" is before the start of the period: 2026-03-01 23:59:59`);
		expect(h.service.calls).toEqual([]);
		expect(await endOf('2026-03-01')).toBeUndefined();
	},
);

const SIGNS = [INJECTION, 'a]=1', '%5B%26', 'a + b', 'a\nb\tc', '"<b>\'', '{{ 1 }}', 'Қазақ 😀'];
const URLS = ['пример.рф/путь?я=1', '[::1]/x', 'a.b/%20+', 'a.b/?a[b]=1&data[status]=0#x'];

test.each([
	['link.create', 'fullLink', [...URLS.map((url) => `https://${url}`), 'localhost:5678/x']],
	['link.create', 'additionalFields.comment', ['😀'.repeat(255)]],
	['link.update', 'updateFields.comment', ['']],
	['link.getAll', 'filters.query', ['x'.repeat(3000)]],
	['message.send', 'text', [' two  spaces ', 'a\r\nb', 'x'.repeat(1500)]],
	['message.send', 'additionalFields.from', []],
	['message.send', 'additionalFields.campaignName', ['😀'.repeat(255)]],
	['message.getAll', 'filters.from', []],
	['message.getAll', 'filters.text', [' a ']],
	['message.getAll', 'filters.status', ['NEWER']],
])('%s %s carries any text unharmed', async (choice, path, more) => {
	const node = choice.startsWith('message') ? 'message' : 'link';
	const target = await targetOf(node, choice, path);
	const values = path === 'fullLink' ? more : [...SIGNS, ...more];
	const [good, ...shown] = [target.good, ...values].map((value) => JSON.stringify(value));
	const alone = await runWith(target, [target.good]);
	const calls = alone.sent.flatMap((call) => shown.map((text) => call.replace(good, () => text)));
	expect(new Set((await runWith(target, values)).sent)).toEqual(new Set(calls));
});
