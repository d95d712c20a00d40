import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { LinkTrigger } from '../../../nodes/LinkTrigger/LinkTrigger.node';
import { Credentials } from '../../engine/lib/credentials.mts';
import { loadPackage } from '../../engine/lib/package.mts';
import { DEFAULT_KEY, type LocalService } from '../../service/index.mts';

const trigger = new LinkTrigger();
const find = () => trigger;
const nodeTypes: INodeTypes = {
	getByName: find,
	getByNameAndVersion: find,
	getKnownTypes: () => ({}),
};

/** The trigger node in n8n-core's own polling context, with static data kept and saved as n8n does. */
export async function n8nHost(service: LocalService, parameters: INodeParameters = {}) {
	const { PollContext } = await import('n8n-core');
	const loader = await loadPackage();
	const account = {
		server: 'other',
		baseUrl: service.url,
		apiKey: DEFAULT_KEY,
		timezone: service.timezone,
	};
	const additionalData = {
		credentialsHelper: new Credentials(loader, account),
	} as Partial<IWorkflowExecuteAdditionalData> as IWorkflowExecuteAdditionalData;
	const node: INode = {
		id: '1',
		name: 'Trigger',
		type: 'linkTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { mobizonSmsApi: { id: '1', name: 'test' } },
	};
	let saved = '{}';
	let workflow = load();

	function load(): Workflow {
		return new Workflow({
			id: 'test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData: JSON.parse(saved),
			settings: { timezone: 'Europe/Berlin' },
		});
	}

	const save = (): void => {
		saved = JSON.stringify(workflow.staticData);
		workflow.staticData.__dataChanged = false;
	};

	/** One poll: the items that the node hands to n8n, which saves its static data with them alone. */
	async function items(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[]> {
		const here = workflow;
		const context = new PollContext(here, here.nodes.Trigger, additionalData, mode, 'init');
		const output = await trigger.poll.call(context);
		if (output && here.staticData.__dataChanged === true) save();
		return (output ?? []).flat().map(({ json }) => json);
	}

	return {
		node,
		account,
		items,
		/** Switches the workflow on: n8n polls at once, and saves the static data whatever comes. */
		async activate(): Promise<IDataObject[]> {
			const emitted = await items();
			save();
			return emitted;
		},
		/** n8n ends and starts again, or the workflow is published anew with other parameters. */
		restart(changed: INodeParameters = node.parameters): void {
			node.parameters = changed;
			workflow = load();
		},
		get snapshot(): string {
			return JSON.stringify(workflow.staticData);
		},
	};
}
