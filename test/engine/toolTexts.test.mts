import { NodeHelpers, nodeNameToToolName } from 'n8n-workflow';
import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { OPERATIONS } from '../operations/index.mts';
import { descriptionOf, offered } from './lib/descriptions.mts';

/** The parameters of a new node with this resource and operation. */
function parametersOf(description: INodeTypeDescription, choice: string): INodeParameters {
	const [resource, operation] = choice.split('.');
	const given = [description.properties, { resource, operation }] as const;
	return NodeHelpers.getNodeParameters(...given, true, false, null, description) ?? {};
}

/** What an AI agent reads of a node that is its tool; n8n makes the tool's type from the node's. */
async function readByAgents(node: string, choice: string): Promise<string> {
	const description = { ...(await descriptionOf(node)), name: `${node}Tool` };
	const parameters = parametersOf(description, choice);
	const tool = { id: '1', name: 'Tool', type: `${node}Tool`, typeVersion: 1, parameters };
	return NodeHelpers.getToolDescriptionForNode({ ...tool, position: [0, 0] }, { description });
}

test.each([
	['message', 'message.send', 'Every segment is billed'],
	['message', 'message.send', 'Sending again sends and bills again'],
	['message', 'message.preview', 'nothing is sent'],
	['link', 'link.delete', 'cannot be undone'],
])('an AI agent reads of %s %s: %s', async (node, choice, said) => {
	expect(await readByAgents(node, choice)).toContain(said);
});

test.each(OPERATIONS)('$node $choice: what people and agents see of it', async (given) => {
	const { node, choice, action } = given;
	const description = await descriptionOf(node);
	const found = offered(description).find((each) => each.choice === choice);
	expect(found).toMatchObject({ action, resource: expect.any(String) });
	// A second node of the kind has a number behind its name, which must not be cut off.
	expect(nodeNameToToolName(`${action}12`)).toMatch(/12$/);
	const read = await readByAgents(node, choice);
	// More than the action.
	expect(read.length).toBeGreaterThan(40);
	expect(read).not.toContain(' in Mobizon');
	expect(parametersOf(description, choice)).not.toHaveProperty('toolDescription');
});

test.each([
	['link', ['simplify']],
	['linkTool', ['output']],
])('%s has the choice %j of what comes out', async (name, choice) => {
	const description = { ...(await descriptionOf('link')), name };
	const fields = parametersOf(description, 'link.get');
	expect(Object.keys(fields).filter((field) => /simplify|output/.test(field))).toEqual(choice);
});
