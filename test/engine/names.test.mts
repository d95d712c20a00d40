import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { engine } from './lib/engine.mts';
import { SCENARIOS } from '../operations/index.mts';

const NODES = ['link', 'message'];
const descriptions: Record<string, INodeTypeDescription> = {};
const credentials: INodeProperties[] = [];

beforeAll(async () => {
	const { loader } = await engine();
	for (const name of NODES) {
		const { description } = loader.getNode(name).type;
		if ('properties' in description) descriptions[name] = description;
	}
	credentials.push(...loader.getCredential('mobizonSmsApi').type.properties);
}, 60_000);

/** The fields of an operation, with those of collections, by path. */
function fieldsOf(node: string, choice: string): Map<string, INodeProperties> {
	const [resource, operation] = choice.split('.');
	const shown = descriptions[node].properties.filter(({ displayOptions }) => {
		const { show } = displayOptions ?? {};
		// What AI agents alone are given is no parameter of the operation.
		if (show?.['@tool']) return false;
		return show?.resource?.includes(resource) && show.operation?.includes(operation);
	});
	return new Map(shown.flatMap((field) => inner(field, '')));
}

function inner(field: INodeProperties, path: string): Array<[string, INodeProperties]> {
	const name = `${path}${field.name}`;
	if (field.type === 'options') return [[name, field]];
	const parts = (field.options ?? []).flatMap((option) =>
		'values' in option
			? option.values.map((value) => ({ prefix: `${name}.${option.name}.`, value }))
			: 'type' in option
				? [{ prefix: `${name}.`, value: option }]
				: [],
	);
	return parts.length
		? parts.flatMap(({ prefix, value }) => inner(value, prefix))
		: [[name, field]];
}

/** The operations of the nodes: name of the node, `resource.operation`, and what workflows save of it. */
const all = Object.entries(SCENARIOS).flatMap(([path, scenario]) => {
	const [node, ...choice] = path.split('.');
	return choice.length > 0
		? [{ ...scenario, node: node.toLowerCase(), choice: choice.join('.') }]
		: [];
});

test.each(all)('$node $choice has its parameters, values and defaults', (given) => {
	const { node, choice, saved = [], values = {}, defaults = {} } = given;
	const fields = fieldsOf(node, choice);
	expect([...fields.keys()].sort()).toEqual([...saved].sort());
	for (const [name, expected] of Object.entries(values)) {
		const options = fields.get(name)?.options ?? [];
		const found = options.map((option) => ('value' in option ? option.value : undefined));
		expect({ [name]: found.sort() }).toEqual({ [name]: expected });
	}
	for (const [name, expected] of Object.entries(defaults)) {
		expect({ [name]: fields.get(name)?.default }).toEqual({ [name]: expected });
	}
});

test.each([
	['link', 'link', 'create'],
	['message', 'message', 'send'],
])(
	'a new %s node does %s: %s, which is also the first in its lists',
	(node, resource, operation) => {
		const { properties } = descriptions[node];
		expect(NodeHelpers.getNodeParameters(properties, {}, true, false, null, null)).toMatchObject({
			resource,
			operation,
		});
		const [resources, operations] = ['resource', 'operation'].map(
			(list) => properties.find(({ name }) => name === list)?.options ?? [],
		);
		expect(resources[0]).toMatchObject({ value: resource });
		expect(operations[0]).toMatchObject({ value: operation });
	},
);

test('a new Send shows its sender, and If Key Was Seen only with its key', () => {
	const fields = fieldsOf('message', 'message.send');
	const collection = descriptions.message.properties.find(
		({ name, displayOptions }) =>
			name === 'additionalFields' && displayOptions?.show?.operation?.includes('send'),
	);
	expect(collection?.default).toEqual({ from: '' });
	expect(fields.get('additionalFields.from')?.displayName).toBe('Sender');
	expect(fields.get('additionalFields.deferredToTs')?.displayName).toBe('Send At');
	const ifSeen = fields.get('options.ifSeen');
	if (!ifSeen) throw new Error('no such field');
	const isShown = (options: INodeParameters) =>
		NodeHelpers.displayParameter(options, ifSeen, null, descriptions.message);
	expect([{}, { sendOnceKey: '' }].map(isShown)).toEqual([false, false]);
	expect(isShown({ sendOnceKey: '={{ $json.orderId }}' })).toBe(true);
	expect(isShown({ sendOnceKey: 'order-17' })).toBe(true);
});

test.each(NODES)('%s offers these resources and operations, and no others', (node) => {
	const offered = descriptions[node].properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.map(
				(option) =>
					`${displayOptions?.show?.resource?.join()}.${'value' in option ? option.value : ''}`,
			),
		);
	const own = all.filter((each) => each.node === node).map(({ choice }) => choice);
	expect(offered.sort()).toEqual(own.sort());
	expect(descriptions[node]).toMatchObject({ name: node, version: 1 });
});

test.each([
	['id', [' 400001 ', '=x'], ['abc', '4 5']],
	['code', ['aB-c_1', ' abcd'], ['a/b', 'https://mbzn.co/abcd', '']],
	['url', ['HTTPS://mbzn.co/abcd', 'mbzn.co/abcd '], ['abcd', 'https://mbzn.co', 'https://']],
])('the editor checks what is entered by %s', (mode, good, bad) => {
	const locator = fieldsOf('link', 'link.get').get('link');
	if (!locator) throw new Error('no locator');
	const node: INode = {
		...{ id: '1', name: 'Node', type: 'link', typeVersion: 1, parameters: {} },
		position: [0, 0],
	};
	const issues = (value: string) => {
		const values = { link: { __rl: true, mode, value } };
		const field = { ...locator, required: false, displayOptions: undefined };
		return NodeHelpers.getParameterIssues(field, values, '', node, null).parameters?.link;
	};
	for (const value of good) expect({ value, issues: issues(value) }).toEqual({ value });
	for (const value of bad) {
		expect({ value, issues: issues(value) }).toEqual({
			value,
			issues: [expect.stringMatching(/such as/)],
		});
	}
});

test('the locator has its four modes, and the credential its fields', () => {
	const modes = fieldsOf('link', 'link.get')
		.get('link')
		?.modes?.map(({ name }) => name);
	expect(modes).toEqual(['list', 'id', 'code', 'url']);
	expect(credentials.map(({ name }) => name)).toEqual(['server', 'baseUrl', 'apiKey', 'timezone']);
});
