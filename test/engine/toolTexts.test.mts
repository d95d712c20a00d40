import { NodeHelpers, nodeNameToToolName, type INodeType } from 'n8n-workflow';

import { engine } from './lib/engine.mts';
import { SAVED } from './names/saved.mts';

const types: Record<string, INodeType> = {};

beforeAll(async () => {
	const { loader } = await engine();
	for (const name of Object.keys(SAVED)) {
		const { type } = loader.getNode(name);
		if ('properties' in type.description) types[name] = { description: type.description };
	}
}, 60_000);

/** The texts in n8n's node panel, which become the names of nodes and of an AI agent's tools. */
const ACTIONS: Record<string, string> = {
	'link.link.create': 'Create a short link',
	'link.link.delete': 'Delete a short link',
	'link.link.get': 'Get a short link',
	'link.link.getAll': 'Get many short links',
	'link.link.update': 'Update a short link',
	'link.campaign.getLinks': 'Get the short links of a campaign',
	'link.statistics.get': 'Get click statistics of a short link',
	'message.message.send': 'Send an SMS',
	'message.message.sendAndWait': 'Send an SMS and wait for the response',
	'message.message.preview': 'Preview an SMS',
	'message.message.getAll': 'Get many SMS messages',
	'message.deliveryReport.get': 'Get delivery reports of SMS',
};

const choices = Object.entries(SAVED).flatMap(([node, operations]) =>
	Object.keys(operations).map((choice): [string, string, string] => {
		const [resource, operation] = choice.split('.');
		return [node, resource, operation];
	}),
);

test.each(choices)('the action of %s %s %s', (node, resource, operation) => {
	const options = types[node].description.properties
		.filter(({ name, displayOptions }) => {
			return name === 'operation' && displayOptions?.show?.resource?.includes(resource);
		})
		.flatMap((field) => field.options ?? []);
	const found = options.find((option) => 'value' in option && option.value === operation);
	expect(found).toMatchObject({ action: ACTIONS[`${node}.${resource}.${operation}`] });
});

/** What an AI agent is told of a node that is its tool; n8n makes the tool's type from the node's. */
function toldOf(node: string, resource: string, operation: string): string {
	const description = { ...types[node].description, name: `${node}Tool` };
	const { properties } = description;
	const choice = { resource, operation };
	const parameters =
		NodeHelpers.getNodeParameters(properties, choice, true, false, null, description) ?? choice;
	const tool = { id: '1', name: 'Tool', type: `${node}Tool`, typeVersion: 1, parameters };
	const position: [number, number] = [0, 0];
	return NodeHelpers.getToolDescriptionForNode({ ...tool, position }, { description });
}

test.each([
	['message', 'message', 'send', 'Every segment is billed'],
	['message', 'message', 'send', 'Sending again sends and bills again'],
	['message', 'message', 'preview', 'nothing is sent'],
	['link', 'link', 'delete', 'cannot be undone'],
])('an AI agent is told of %s %s %s: %s', (node, resource, operation, said) => {
	expect(toldOf(node, resource, operation)).toContain(said);
});

test.each(choices)('an AI agent is told more of %s %s %s than its action', (...choice) => {
	expect(toldOf(...choice).length).toBeGreaterThan(40);
	expect(toldOf(...choice)).not.toContain(' in Mobizon');
});

test.each(choices)(
	'the node %s %s %s alone has no description for agents',
	(node, resource, operation) => {
		const { description } = types[node];
		const given = { resource, operation };
		expect(
			NodeHelpers.getNodeParameters(description.properties, given, true, false, null, description),
		).not.toHaveProperty('toolDescription');
	},
);

test.each(Object.values(ACTIONS))('the tool "%s" gets a name that is not cut off', (name) => {
	// A second node of the kind has a number behind its name.
	expect(nodeNameToToolName(`${name}12`)).toMatch(/12$/);
});
