import { NodeHelpers, nodeNameToToolName, type INodeType } from 'n8n-workflow';

import { engine } from './lib/engine.mts';
import { SCENARIOS } from '../operations/index.mts';

const types: Record<string, INodeType> = {};

beforeAll(async () => {
	const { loader } = await engine();
	for (const name of ['link', 'message']) {
		const { type } = loader.getNode(name);
		if ('properties' in type.description) types[name] = { description: type.description };
	}
}, 60_000);

const choices = Object.entries(SCENARIOS).flatMap(([path, { action }]) => {
	const [node, resource, operation] = path.split('.');
	return operation === undefined
		? []
		: [[node.toLowerCase(), resource, operation, action] as const];
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

test.each(choices)(
	'%s %s %s: what people and agents see of it',
	(node, resource, operation, action) => {
		const { description } = types[node];
		const options = description.properties
			.filter(({ name, displayOptions }) => {
				return name === 'operation' && displayOptions?.show?.resource?.includes(resource);
			})
			.flatMap((field) => field.options ?? []);
		const found = options.find((option) => 'value' in option && option.value === operation);
		expect(found).toMatchObject({ action });
		// A second node of the kind has a number behind its name, which must not be cut off.
		expect(nodeNameToToolName(`${action}12`)).toMatch(/12$/);
		// More than the action.
		expect(toldOf(node, resource, operation).length).toBeGreaterThan(40);
		expect(toldOf(node, resource, operation)).not.toContain(' in Mobizon');
		const given = { resource, operation };
		const own = [description.properties, given, true, false, null, description] as const;
		expect(NodeHelpers.getNodeParameters(...own)).not.toHaveProperty('toolDescription');
	},
);
