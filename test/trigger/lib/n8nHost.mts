import { randomUUID } from 'node:crypto';

import { LinkTrigger } from '../../../nodes/LinkTrigger/LinkTrigger.node';
import { MessageTrigger } from '../../../nodes/MessageTrigger/MessageTrigger.node';
import { Saves } from './model.mts';
import { nodeTypesBy } from '../../engine/lib/nodeTypes.mts';
import { loadPackage } from '../../engine/lib/package.mts';
import { Credentials } from '../../engine/lib/credentials.mts';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { DEFAULT_KEY, type LocalService } from '../../service/index.mts';

export interface Settings {
	trigger?: 'message' | 'link';
	parameters?: INodeParameters;
	/** Of a poll, in ms. */
	budget?: number;
	/** Awaited before each request goes out. */
	beforeCall?: () => Promise<void>;
	/** IANA name of the zone that the credential gives; without it, the service's. */
	zone?: string;
	/** Of the node; without the workflow's ID it is alone in its workflow. */
	name?: string;
	workflowId?: string;
	/** Why n8n switched it on; by default somebody published it. */
	activation?: WorkflowActivateMode;
	/** What it remembers of another process. */
	staticData?: string;
}

/** A trigger node in n8n-core's own polling context, with static data kept and saved as n8n does. */
export async function n8nHost(service: LocalService, given: Settings = {}) {
	const trigger = given.trigger === 'link' ? new LinkTrigger() : new MessageTrigger();
	const { PollContext } = await import('n8n-core');
	const loader = await loadPackage();
	const { description } = loader.getNode(trigger.description.name).type;
	// With those that n8n adds: when it polls.
	if ('properties' in description) trigger.description.properties = description.properties;
	const every: INodeParameters = given.trigger === 'link' ? {} : { triggerOn: 'any' };
	const { parameters = every } = given;
	const timezone = given.zone ?? service.timezone;
	const account = { server: 'other', baseUrl: service.url, apiKey: DEFAULT_KEY, timezone };
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: new Credentials(loader, account),
	};
	const additionalData = data as IWorkflowExecuteAdditionalData;

	const node: INode = {
		id: '1',
		name: given.name ?? 'Trigger',
		type: trigger.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { mobizonSmsApi: { id: '1', name: 'test' } },
	};
	const id = given.workflowId ?? randomUUID();
	const { staticData: remembered = '{}' } = given;
	let workflow = load(remembered);
	const saves = new Saves(remembered);

	function load(staticData: string): Workflow {
		return new Workflow({
			id,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: nodeTypesBy(() => trigger),
			staticData: JSON.parse(staticData),
			settings: { timezone: 'Europe/Berlin' },
		});
	}

	/** n8n makes one for all polls since it switched the trigger on. */
	let polls = contextOf('trigger');

	function contextOf(mode: WorkflowExecuteMode) {
		const { activation = 'activate' } = given;
		const place = [workflow, workflow.nodes[node.name], additionalData, mode, activation] as const;
		const unused = Array.from({ length: 5 }, () => undefined);
		const context = new PollContext(...place, ...unused, () => given.budget ?? 60_000);
		const request = context.helpers.httpRequestWithAuthentication;
		context.helpers.httpRequestWithAuthentication = async function (...rest) {
			await given.beforeCall?.();
			return await request.apply(this, rest);
		};
		return context;
	}

	/** The items that the node hands to n8n. */
	async function items(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[]> {
		const here = workflow;
		const context = mode === 'trigger' ? polls : contextOf(mode);
		const output = await trigger.poll.call(context);
		if (output?.flat().length === 0) throw new Error('The workflow would start with nothing');
		if (output && here.staticData.__dataChanged === true) saves.emitted(take());
		return (output ?? []).flat().map(({ json }) => json);
	}

	function take(): string {
		workflow.staticData.__dataChanged = false;
		return JSON.stringify(workflow.staticData);
	}

	/** What the node remembers, as n8n would save it. */
	const snapshot = () => JSON.stringify(workflow.staticData);

	return {
		items,
		/** Switches the workflow on: n8n polls at once, and saves the static data whatever comes. */
		async activate(): Promise<IDataObject[]> {
			const emitted = await items();
			saves.published(take());
			return emitted;
		},
		/** n8n ends and starts again, or the workflow is published anew with other parameters. */
		restart(changed: INodeParameters = node.parameters): void {
			node.parameters = changed;
			workflow = load(saves.last);
			polls = contextOf('trigger');
		},
		node,
		account,
		snapshot,
	};
}
