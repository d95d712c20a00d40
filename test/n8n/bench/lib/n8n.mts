import { join } from 'node:path';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IRun,
} from 'n8n-workflow';
import { engine } from '../../../engine/lib/engine.mts';
import { nodeTypes, nodeTypesBy } from '../../../engine/lib/nodeTypes.mts';
import { N8N_DIR } from '../../lib/machine.mts';
import { chain } from '../../lib/workflows.mts';
import { KEYS } from './service.mts';

export interface NodeSpec extends Partial<INode> {
	type: string;
	parameters: INodeParameters;
}

const TIMEZONE = 'Asia/Almaty';

let accounts = 0;

/** n8n-core in this process, with this package's nodes and n8n's own, and accounts at the service. */
export async function startN8n(url: string) {
	const { WorkflowExecute, PollContext, LazyPackageDirectoryLoader } = await import('n8n-core');
	const { loader, additionalData } = await engine();
	const base = new LazyPackageDirectoryLoader(join(N8N_DIR, '..', 'n8n-nodes-base'));
	await base.loadAll();
	const ownTypes = nodeTypes(loader);
	const find = (type: string, version?: number) => {
		const [packageName, name] = type.split('.');
		return packageName === base.packageName
			? NodeHelpers.getVersionedNodeType(base.getNode(name).type, version)
			: ownTypes.getByNameAndVersion(type, version);
	};
	const types = nodeTypesBy(find);
	const newAccount = () => {
		const apiKey = KEYS[accounts++ % KEYS.length];
		return { server: 'other', baseUrl: url, apiKey, timezone: TIMEZONE };
	};

	function workflowOf(specs: NodeSpec[], staticData?: IDataObject): Workflow {
		const nodes = specs.map((node, index) => nodeOf(node, String(index)));
		const settings = { executionOrder: 'v1' as const, timezone: TIMEZONE };
		const given = { id: 'bench', active: false, nodeTypes: types, settings, staticData };
		return new Workflow({ ...given, nodes, connections: chain(nodes) });
	}

	return {
		newAccount,

		async run(nodes: NodeSpec[], items: IDataObject[]): Promise<IRun> {
			const workflow = workflowOf([{ type: 'passOn', parameters: {} }, ...nodes]);
			const data = items.map((json, item) => ({ json, pairedItem: { item } }));
			const start = workflow.getNode('0');
			if (start === null) throw new Error('The workflow has no start');
			const execution = createRunExecutionData({
				resultData: { pinData: { [start.name]: data } },
				executionData: {
					nodeExecutionStack: [{ node: start, data: { main: [data] }, source: null }],
				},
			});
			const engine = new WorkflowExecute(
				additionalData(workflow, newAccount()),
				'manual',
				execution,
			);
			return await engine.processRunExecutionData(workflow);
		},

		/** Polls with a trigger node. @returns its items; `staticData` is what it keeps */
		async poll(node: NodeSpec, staticData: IDataObject, account: ReturnType<typeof newAccount>) {
			const workflow = workflowOf([node], staticData);
			const [trigger] = Object.values(workflow.nodes);
			const additional = additionalData(workflow, account);
			const context = new PollContext(workflow, trigger, additional, 'trigger', 'update');
			const { poll } = types.getByNameAndVersion(node.type);
			const items = (await poll?.call(context))?.[0] ?? [];
			return { items, staticData: workflow.staticData };
		},
	};
}

export type N8n = Awaited<ReturnType<typeof startN8n>>;

const nodeOf = (node: NodeSpec, id: string): INode => ({
	id,
	name: id,
	typeVersion: 1,
	position: [0, 0],
	credentials: { mobizonSmsApi: { id: '1', name: 'bench' } },
	...node,
});
