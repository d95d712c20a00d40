import type { INodeProperties } from 'n8n-workflow';

import { ItemParameters, ParameterRefusal } from '../../../nodes/shared/input/itemParameters';
import { Refusal } from '../../../nodes/shared/input/refusal';

const text = { type: 'string' as const, default: '' };
const FIELDS: INodeProperties[] = [
	{ ...text, displayName: 'Full Link', name: 'fullLink' },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{ ...text, displayName: 'Send Once Key', name: 'sendOnceKey' },
			{
				displayName: 'Hours',
				name: 'hours',
				type: 'fixedCollection',
				default: {},
				options: [
					{
						name: 'values',
						displayName: 'Hours',
						values: [{ ...text, displayName: 'From', name: 'from' }],
					},
				],
			},
			{ name: 'A choice', value: 'sendOnceKey' },
		],
	},
];

/** Parameters of item 3 with these values; a function is an expression that throws what it returns. */
const parameters = (values: Record<string, unknown>) =>
	new ItemParameters(
		{
			getNodeParameter(name, index, fallback, options) {
				expect(index).toBe(3);
				const value = name in values ? values[name] : fallback;
				if (options?.rawExpressions) return name in values ? '={{ }}' : fallback;
				if (typeof value === 'function') throw value();
				return value;
			},
		},
		3,
		FIELDS,
		{ account: 'UTC', workflow: 'Asia/Almaty' },
	);

/** The refusal that reading ends with. */
function refused(read: () => unknown) {
	try {
		return { value: read() };
	} catch (refusal) {
		if (!(refusal instanceof ParameterRefusal)) throw refusal;
		const { parameter, message, hint } = refusal;
		return { parameter, message, hint };
	}
}

const taken = (value: unknown, { account, workflow }: { account: string; workflow: string }) =>
	`${String(value)} ${account} ${workflow}`;

test.each<[unknown, unknown, unknown, unknown]>([
	// value, required, optional, given
	['x', 'x UTC Asia/Almaty', 'x UTC Asia/Almaty', 'x UTC Asia/Almaty'],
	[0, '0 UTC Asia/Almaty', '0 UTC Asia/Almaty', '0 UTC Asia/Almaty'],
	['', '"Full Link" is empty', undefined, ' UTC Asia/Almaty'],
	[' ', '"Full Link" is empty', undefined, '  UTC Asia/Almaty'],
	[null, '"Full Link" is empty', undefined, undefined],
	[undefined, '"Full Link" is empty', undefined, undefined],
])('%j as required, optional and given', (value, required, optional, given) => {
	const item = parameters({ fullLink: value });
	const end = refused(() => item.required('fullLink', taken));
	expect(end.message ?? end.value).toEqual(required);
	if (end.message) expect(end.hint).toBe('Fill it in.');
	expect(item.optional('fullLink', taken)).toEqual(optional);
	expect(item.given('fullLink', taken)).toEqual(given);
});

test.each([
	['fullLink', 'fullLink', 'Full Link'],
	['options.sendOnceKey', 'sendOnceKey', 'Send Once Key'],
	['options.hours.values.from', 'from', 'From'],
	['options.unknown', 'unknown', 'Options'],
	['nowhere', 'nowhere', 'nowhere'],
])('%s is refused as %s, by the label "%s"', (path, parameter, label) => {
	const no = () => {
		throw new Refusal('is not so', 'Do this.');
	};
	const expected = { parameter, message: `"${label}" is not so`, hint: 'Do this.' };
	expect(refused(() => parameters({ [path]: 'x' }).optional(path, no))).toEqual(expected);
});

test.each([new Error('no such node'), 'no such node'])(
	'an expression that fails names its field',
	(thrown) => {
		const item = parameters({ fullLink: () => thrown });
		expect(refused(() => item.optional('fullLink', String))).toEqual({
			parameter: 'fullLink',
			message: '"Full Link" could not be read: no such node',
			hint: 'Check the expression.',
		});
	},
);

test('what is added to a collection, choices and switches', () => {
	const item = parameters({
		'options.sendOnceKey': '',
		emptied: null,
		choice: 'b',
		odd: 'c',
		on: 'TRUE',
		off: '',
	});
	const added = ['options.sendOnceKey', 'emptied', 'fullLink'].map((name) => item.isAdded(name));
	expect(added).toEqual([true, true, false]);
	const choose = (name: string) => item.choice(name, ['a', 'b'], 'a');
	expect([choose('choice'), choose('missing')]).toEqual(['b', 'a']);
	expect(refused(() => choose('odd')).message).toBe('"odd" cannot be "c"');
	expect([item.flag('on'), item.flag('off'), item.flag('missing')]).toEqual([true, false, false]);
	expect(refused(() => item.flag('choice')).message).toBe('"choice" cannot be "b"');
});
