import {
	createRunExecutionData,
	type IDataObject,
	type IRunExecutionData,
	type ITaskData,
	type Workflow,
} from 'n8n-workflow';

import type { Engine, NodeRun } from '../../../engine/lib/engine.mts';
import { nodeTypesBy } from '../../../engine/lib/nodeTypes.mts';
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

function sendNode({ path, rounds, onError, maxTries, maxConcurrent }: Scenario): NodeRun {
	const items = rounds.flat();
	const isMarked = items.some(({ mark }) => mark !== null);
	const isKeyed = items.some(({ key }) => key !== null);
	return {
		type: 'message',
		parameters: {
			resource: 'message',
			operation: 'send',
			recipient: from(path, 'phone'),
			text: from(path, 'words'),
			additionalFields: isMarked ? { validity: from(path, 'mark') } : {},
			options: { maxConcurrent, ...(isKeyed && { sendOnceKey: from(path, 'key') }) },
		},
		onError,
		...(maxTries > 1 && { retryOnFail: { maxTries } }),
		credential: {},
		// Luxon is slow with any other zone, and the node must not care.
		timezone: 'UTC',
	};
}

export function workflowIn(n8n: Engine, life: Life, scenario: Scenario, id: string): Workflow {
	const workflow = n8n.workflowOf(sendNode(scenario));
	const others = workflow.nodeTypes;
	const find = (type: string) =>
		type.endsWith('.message') ? life.message : others.getByNameAndVersion(type, 1);
	return Object.assign(workflow, { id, nodeTypes: nodeTypesBy(find) });
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
		resultData: { runData: { Start: begun } },
		executionData: {
			nodeExecutionStack: inputs.map((items, previousNodeRun) => ({
				node,
				data: { main: [items] },
				source: { main: [{ previousNode: 'Start', previousNodeOutput: 0, previousNodeRun }] },
			})),
		},
	});
}
