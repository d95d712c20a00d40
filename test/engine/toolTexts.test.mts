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

/** What n8n tells an AI agent of a node that is its tool: the action, and nothing else of the node. */
const TOLD: Record<string, string> = {
	'link.link.create': 'Create short link in Mobizon Link',
	'link.link.delete': 'Delete short link permanently in Mobizon Link',
	'link.link.get': 'Get short link in Mobizon Link',
	'link.link.getAll': 'Get many short links in Mobizon Link',
	'link.link.update': 'Update short link in Mobizon Link',
	'link.campaign.getLinks': 'Get short links of campaign in Mobizon Link',
	'link.statistics.get': 'Get click statistics of short link in Mobizon Link',
	// Whoever calls it must know that it costs, and costs again.
	'message.message.send': 'Send SMS message (billed each time) in Mobizon Message',
	'message.message.preview': 'Preview SMS message (free, sends nothing) in Mobizon Message',
	'message.message.getAll': 'Get many SMS messages in Mobizon Message',
	'message.deliveryReport.get': 'Get delivery reports of SMS messages in Mobizon Message',
};

test('an AI agent is told what a tool does, and what it costs', () => {
	const told = Object.entries(SAVED).flatMap(([name, operations]) =>
		Object.keys(operations).map((choice) => {
			const [resource, operation] = choice.split('.');
			const parameters = { resource, operation };
			const node = {
				...{ id: '1', name: 'Tool', type: name, typeVersion: 1 },
				parameters,
				position: [0, 0] satisfies [number, number],
			};
			return [`${name}.${choice}`, NodeHelpers.getToolDescriptionForNode(node, types[name])];
		}),
	);
	expect(Object.fromEntries(told)).toEqual(TOLD);
});

test.each(Object.values(TOLD))('the tool "%s" gets a name that is not cut off', (name) => {
	// A second node of the kind has a number behind its name.
	expect(nodeNameToToolName(`${name}12`)).toMatch(/12$/);
});
