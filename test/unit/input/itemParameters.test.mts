import type { INodeProperties } from 'n8n-workflow';

import { ItemParameters } from '../../../nodes/shared/input/itemParameters';
import { Refusal } from '../../../nodes/shared/input/parse';

const text = { type: 'string' as const, default: '' };
const FIELDS: INodeProperties[] = [
	{ ...text, displayName: 'Full Link', name: 'fullLink' },
	{
		...{ displayName: 'Options', name: 'options', type: 'collection', default: {} },
		options: [{ ...text, displayName: 'Send Once Key', name: 'sendOnceKey' }],
	},
];

/**
 * Parameters of item 3. A function is an expression, with what it gives; as a list, with its text before.
 */
const parameters = (values: Record<string, unknown>) =>
	new ItemParameters(
		{
			getNodeParameter(name, index, fallback, options) {
				expect(index).toBe(3);
				const value = name in values ? values[name] : fallback;
				const [text, give] = Array.isArray(value) ? value : ['={{ $json.x }}', value];
				if (typeof give !== 'function') return value;
				return options?.rawExpressions ? text : give();
			},
		},
		3,
		FIELDS,
		{ account: 'UTC', workflow: 'Asia/Almaty' },
	);

function refused(read: () => unknown) {
	try {
		return { value: read() };
	} catch (refusal) {
		if (!(refusal instanceof Refusal)) throw refusal;
		const { message, hint } = refusal;
		return { message, hint };
	}
}

const EMPTY = '"Send Once Key" is empty';
const MODEL = "={{ $fromAI('key') }}";
const YESTERDAY = '={{ $today.minus({ days: 1 }) }}';
const KEY = 'null or null';
const said = (word: string): [string, undefined, unknown[]] => [
	word,
	undefined,
	[undefined, undefined, word],
];
const LEFT_OUT = [undefined, undefined, EMPTY];

test.each<[what: string, values: object, required: unknown, optional: unknown, more: unknown[]]>([
	// More: describing, also with a text for blank, where it is not as optional, and requiredIfAdded.
	['zero', { v: 0 }, '0', '0', ['0', '0', '0']],
	['an expression', { v: () => 'x' }, 'x', 'x', ['x', 'x', 'x']],
	['one in a trigger', { v: [YESTERDAY, () => 'x'] }, 'x', 'x', ['x', 'x', 'x']],
	['not added', {}, EMPTY, undefined, [undefined, undefined, undefined]],
	['added, and left empty', { v: '' }, EMPTY, EMPTY, [undefined, '', EMPTY]],
	['an emptied number', { v: null }, EMPTY, EMPTY, [undefined, '', EMPTY]],
	['a misspelt column', { v: () => undefined }, EMPTY, EMPTY, [EMPTY, EMPTY, EMPTY]],
	['a blank cell', { v: () => ' ' }, EMPTY, EMPTY, [undefined, '', EMPTY]],
	['a model that gives null', { v: [MODEL, () => null] }, EMPTY, undefined, LEFT_OUT],
	['a model that gives empty text', { v: [MODEL, () => ''] }, EMPTY, undefined, LEFT_OUT],
	['a model that says null', { v: [MODEL, () => 'null'] }, ...said('null')],
	['one that says undefined', { v: [MODEL, () => ' undefined'] }, ...said(' undefined')],
	['one whose text has the word', { v: [MODEL, () => KEY] }, KEY, KEY, [KEY, KEY, KEY]],
])('%s, in a collection', (_, values, required, optional, [describing, blank, ifAdded]) => {
	const path = 'options.sendOnceKey';
	const item = parameters('v' in values ? { [path]: values.v } : {});
	const end = (read: () => unknown) => {
		const { message, value } = refused(read);
		return message ?? value;
	};
	expect(end(() => item.required(path, String))).toBe(required);
	expect(end(() => item.optional(path, String))).toBe(optional);
	expect(end(() => item.describing(path, String))).toBe(describing);
	expect(end(() => item.describing(path, String, ''))).toBe(blank);
	expect(end(() => item.requiredIfAdded(path, String))).toBe(ifAdded);
});

test('values are parsed by the zones, and refused with what to do', () => {
	const zoned = (value: unknown, { account, workflow }: { account: string; workflow: string }) =>
		`${String(value)} ${account} ${workflow}`;
	const item = parameters({ fullLink: 'x', 'options.sendOnceKey': '' });
	expect(item.optional('fullLink', zoned)).toBe('x UTC Asia/Almaty');
	const hints = (value: unknown) => {
		const given = parameters({ 'options.sendOnceKey': value });
		const read = (['optional', 'required'] as const).map(
			(how) => () => given[how]('options.sendOnceKey', zoned),
		);
		return read.map((each) => refused(each).hint);
	};
	expect(hints('')).toEqual(['Fill it in, or remove it.', 'Fill it in.']);
	const column =
		'Its expression gives nothing for this item. Check the name of the column, and the row.';
	expect(hints(() => '')).toEqual([column, column]);
	// A model is told what to do next, not where to look.
	expect(hints([MODEL, () => ''])).toEqual([undefined, 'Fill it in.']);
});

test.each([
	["{{ $('Customers').item.json.phne }}", 'phone'],
	["{{ $json.name && $('Customers').first().json.phne }}", 'name'],
	['{{ $input.first().json.phne }}', 'first'],
	['{{ $now.phne }}', 'name'],
])('%s gives nothing: the columns are those of its row', (expression, column) => {
	const rows: Record<string, object> = {
		"{{ $('Customers').item.json }}": { phone: '7701' },
		'{{ $input.first().json }}': { first: '7702' },
		'{{ $json }}': { name: 'Ann' },
	};
	const item = new ItemParameters(
		{
			getNodeParameter: (_name, _index, _fallback, options) =>
				options?.rawExpressions ? `=${expression}` : undefined,
			evaluateExpression: (given) => rows[given],
		},
		...([3, FIELDS, { account: 'UTC', workflow: 'UTC' }] as const),
	);
	const { hint } = refused(() => item.required('fullLink', String));
	expect(hint).toContain(`Check the name of the column; the row has: "${column}".`);
});

// An expression is what costs most in reading thousands of items.
test('a placeholder is evaluated once for an item, for what is missing and for what is blank', () => {
	const evaluateExpression = jest.fn(() => ' ');
	const item = new ItemParameters(
		{
			getNodeParameter: (_name, _index, _fallback, options) =>
				options?.rawExpressions ? '=Hi {{ $json.name }}!' : 'Hi  !',
			evaluateExpression,
		},
		3,
		FIELDS,
		{ account: 'UTC', workflow: 'UTC' },
	);
	expect(item.required('fullLink', String)).toBe('Hi  !');
	const found = item.placeholders('fullLink', (value) => value === undefined);
	expect(found).toEqual([{ placeholder: '{{ $json.name }}', value: ' ' }]);
	expect(evaluateExpression.mock.calls).toEqual([['{{ $json.name }}', 3]]);
});
