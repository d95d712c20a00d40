import { NodeHelpers, type INodeTypeDescription, type NodeParameterValueType } from 'n8n-workflow';

import { OPERATIONS } from '../operations/index.mts';
import { descriptionOf, offered, operationFields } from './lib/descriptions.mts';
import { loadPackage } from './lib/package.mts';

const NODES = ['link', 'message'];
const descriptions: Record<string, INodeTypeDescription> = {};

beforeAll(async () => {
	for (const name of NODES) descriptions[name] = await descriptionOf(name);
}, 60_000);

const fieldsOf = (node: string, choice: string) => operationFields(descriptions[node], choice);

test.each(OPERATIONS)('$node $choice has its parameters, values and defaults', (given) => {
	const { node, choice, saved = [], values = {}, defaults = {} } = given;
	const fields = fieldsOf(node, choice);
	const isLeaf = (name: string) => !/ollection$/.test(fields.get(name)?.type ?? '');
	expect([...fields.keys()].filter(isLeaf).sort()).toEqual([...saved].sort());
	for (const [name, expected] of Object.entries(values)) {
		const options = fields.get(name)?.options ?? [];
		const found = options.map((option) => ('value' in option ? option.value : undefined));
		expect({ [name]: found.sort() }).toEqual({ [name]: expected });
	}
	for (const [name, expected] of Object.entries(defaults)) {
		expect({ [name]: fields.get(name)?.default }).toEqual({ [name]: expected });
	}
});

// n8n saves no value that is the default: with another one, saved nodes would do something else.
test.each([
	['link', {}, 'link', 'create'],
	['link', { resource: 'campaign' }, 'campaign', 'getLinks'],
	['link', { resource: 'statistics' }, 'statistics', 'get'],
	['message', {}, 'message', 'send'],
	['message', { resource: 'deliveryReport' }, 'deliveryReport', 'get'],
])('%s: where %j is saved, it is %s: %s', (node, saved, ...choice) => {
	const { properties } = descriptions[node];
	const made = NodeHelpers.getNodeParameters(properties, saved, true, false, null, null);
	expect([made?.resource, made?.operation]).toEqual(choice);
});

test('a new Send shows its sender', () => {
	const fields = fieldsOf('message', 'message.send');
	expect(fields.get('additionalFields')?.default).toEqual({ from: '' });
	expect(fields.get('additionalFields.from')?.displayName).toBe('Sender');
	expect(fields.get('additionalFields.deferredToTs')?.displayName).toBe('Send At');
});

const KEYS = ['={{ $json.orderId }}', 'order-17'];
const [INTERVAL, AT_TIME] = ['afterTimeInterval', 'atSpecifiedTime'];
const LIMIT = 'message.sendAndWait options.limitWaitTime.values';
const EXPIRATION = 'link.update updateFields.expirationDate';
const DECLINE = 'message.sendAndWait approvalOptions.values.disapproveLabel';

type Value = NodeParameterValueType;

// What is shown and not used looks as if it were set.
test.each<[place: string, other: string, shown: Value[], hidden: Value[]]>([
	['link.getAll limit', 'returnAll', [false], [true]],
	['message.getAll limit', 'returnAll', [false], [true]],
	[EXPIRATION, 'expiration', ['date', '={{ $json.x }}', undefined], ['keep', 'never']],
	['message.send options.ifSeen', 'sendOnceKey', KEYS, ['', undefined]],
	['message.send options.sendOncePer', 'sendOnceKey', KEYS, ['', undefined]],
	['message.sendAndWait approvalOptions', 'responseType', ['approval'], ['freeText']],
	[DECLINE, 'approvalType', ['double'], ['single']],
	[`${LIMIT}.resumeAmount`, 'limitType', [INTERVAL], [AT_TIME]],
	[`${LIMIT}.resumeUnit`, 'limitType', [INTERVAL], [AT_TIME]],
	[`${LIMIT}.maxDateAndTime`, 'limitType', [AT_TIME], [INTERVAL]],
	['deliveryReport.summarize messageIds', 'source', ['messageIds'], ['filters']],
	['deliveryReport.summarize filters', 'source', ['filters'], ['messageIds']],
])('%s is shown where %s is one of %j, and not of %j', (place, other, shown, hidden) => {
	const [choice, path] = place.split(' ');
	const [resource, operation] = choice.split('.');
	const node = ['link', 'campaign', 'statistics'].includes(resource) ? 'link' : 'message';
	const field = fieldsOf(node, choice).get(path)!;
	const isShown = (value: Value) => {
		const values = { resource, operation, [other]: value };
		return NodeHelpers.displayParameter(values, field, null, descriptions[node]);
	};
	expect(shown.filter((value) => !isShown(value))).toEqual([]);
	expect(hidden.filter(isShown)).toEqual([]);
});

test.each(NODES)('%s offers these resources and operations, and no others', (node) => {
	const own = OPERATIONS.filter((each) => each.node === node).map(({ choice }) => choice);
	const found = offered(descriptions[node]).map(({ choice }) => choice);
	expect(found.sort()).toEqual(own.sort());
	expect(descriptions[node]).toMatchObject({ name: node, version: 1 });
});

test.each([
	['id', [' 400001 ', '=x'], ['abc', '4 5']],
	['code', ['aB-c_1', ' abcd'], ['a/b', 'https://mbzn.co/abcd', '']],
	['url', ['HTTPS://mbzn.co/abcd', 'mbzn.co/abcd '], ['abcd', 'https://mbzn.co', 'https://']],
])('the editor checks what is entered by %s', (mode, good, bad) => {
	const locator = fieldsOf('link', 'link.get').get('link')!;
	const field = { ...locator, required: false, displayOptions: undefined };
	const node = { id: '1', name: 'Node', type: 'link', typeVersion: 1, parameters: {} };
	const issues = (value: string) => {
		const values = { link: { __rl: true, mode, value } };
		const placed = { ...node, position: [0, 0] as [number, number] };
		return NodeHelpers.getParameterIssues(field, values, '', placed, null).parameters?.link;
	};
	expect(good.map(issues)).toEqual(good.map(() => undefined));
	expect(bad.map(issues)).toEqual(bad.map(() => [expect.stringMatching(/such as/)]));
});

test('the locator has its four modes, and the credential its fields', async () => {
	const modes = fieldsOf('link', 'link.get').get('link')?.modes;
	expect(modes?.map(({ name }) => name)).toEqual(['list', 'id', 'code', 'url']);
	const { properties } = (await loadPackage()).getCredential('mobizonSmsApi').type;
	expect(properties.map(({ name }) => name)).toEqual(['server', 'baseUrl', 'apiKey', 'timezone']);
});
