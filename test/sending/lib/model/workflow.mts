import {
	createRunExecutionData,
	Workflow,
	type IConnection,
	type IDataObject,
	type INode,
	type IRunExecutionData,
	type ITaskData,
} from 'n8n-workflow';

import type { Engine } from '../../../engine/lib/engine.mts';
import { nodeTypes } from '../../../engine/lib/nodeTypes.mts';
import type { Life } from './life.mts';
import { recipientOf, textOf, type Scenario, type ScenarioItem } from './scenario.mts';

const FORMS: Record<ScenarioItem['form'], (digits: string) => string> = {
	plain: (digits) => digits,
	plus: (digits) => `+${digits}`,
	spaced: (digits) => `+7 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`,
	bad: () => 'not a number',
};

/** An item as the workflow gets it. */
export const inputOf = ({ person, form, key, mark }: ScenarioItem): IDataObject => ({
	row: person,
	phone: FORMS[form](recipientOf(person)),
	words: textOf(person),
	...(key !== null && { key: `key ${key}` }),
	...(mark !== null && { mark }),
});

/** Where a field is taken from: the item, or what the agent's model says. */
const from = (path: Scenario['path'], field: string): string =>
	path === 'tool' ? `={{ $fromAI('${field}') }}` : `={{ $json.${field} }}`;

function sendNode({ path, rounds, onError, maxTries, maxConcurrent }: Scenario): INode {
	const items = rounds.flat();
	return {
		...{ id: 'send', name: 'Node', typeVersion: 1, position: [0, 0] },
		type: path === 'tool' ? 'tool' : 'message',
		parameters: {
			...{ resource: 'message', operation: 'send' },
			recipient: from(path, 'phone'),
			text: from(path, 'words'),
			additionalFields: items.some(({ mark }) => mark !== null)
				? { validity: from(path, 'mark') }
				: {},
			options: {
				maxConcurrent,
				...(items.some(({ key }) => key !== null) && { sendOnceKey: from(path, 'key') }),
			},
		},
		credentials: { mobizonSmsApi: { id: '1', name: 'test' } },
		onError,
		...(maxTries > 1 && { retryOnFail: true, maxTries, waitBetweenTries: 1 }),
	};
}

const passOn = (name: string): INode => ({
	...{ id: name, name, type: 'passOn', typeVersion: 1, position: [0, 0], parameters: {} },
});

/** The workflow of a scenario, as a process of n8n has it. */
export function workflowIn(n8n: Engine, life: Life, scenario: Scenario, id: string): Workflow {
	const others = nodeTypes(n8n.loader);
	const find = (type: string) =>
		type === 'message' || type === 'tool' ? life.message : others.getByNameAndVersion(type, 1);
	const to = (name: string): IConnection[] => [{ node: name, type: 'main', index: 0 }];
	const agents = { Node: { ai_tool: [[{ node: 'Start', type: 'ai_tool' as const, index: 0 }]] } };
	return new Workflow({
		id,
		nodes: [passOn('Start'), sendNode(scenario), passOn('Main'), passOn('Errors')],
		connections:
			scenario.path === 'tool'
				? agents
				: { Start: { main: [to('Node')] }, Node: { main: [to('Main'), to('Errors')] } },
		active: false,
		nodeTypes: { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) },
		// Luxon is slow with any other zone, and the node must not care.
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
}

/** What n8n has of an execution when it begins: the input of each run of the node, as a loop gives it. */
export function executionData({ rounds }: Scenario, workflow: Workflow): IRunExecutionData {
	const node = workflow.getNode('Node');
	if (node === null) throw new Error('the workflow has no such node');
	const inputs = rounds.map((items) =>
		items.map((item, index) => ({ json: inputOf(item), pairedItem: { item: index } })),
	);
	const begun = inputs.map((items, executionIndex): ITaskData => ({
		...{ startTime: 0, executionTime: 0, executionIndex, source: [] },
		executionStatus: 'success',
		data: { main: [items] },
	}));
	return createRunExecutionData({
		startData: {},
		resultData: { runData: { Start: begun } },
		executionData: {
			contextData: {},
			nodeExecutionStack: inputs.map((items, previousNodeRun) => ({
				node,
				data: { main: [items] },
				source: { main: [{ previousNode: 'Start', previousNodeOutput: 0, previousNodeRun }] },
			})),
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
}
