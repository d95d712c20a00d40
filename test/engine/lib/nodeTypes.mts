import type { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeHelpers,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';

/** A node that hands on what it gets: the start of a test's workflow (with pinned data) and its ends. */
const PASS_ON: INodeType = {
	description: {
		...{ displayName: 'Pass On', name: 'passOn', description: 'Hands on its input' },
		...{ group: ['transform'], version: 1, defaults: { name: 'Pass On' } },
		...{ inputs: ['main'], outputs: ['main'], properties: [] },
	} satisfies INodeTypeDescription,
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** A node as an AI agent's tool, as n8n makes it of the node; it keeps its output, so that tests can read it. */
const asTool = (type: INodeType): INodeType =>
	Object.assign(Object.create(type), {
		description: { ...type.description, name: `${type.description.name}Tool` },
	});

/** Node types as n8n asks for them. */
export const nodeTypesBy = (find: INodeTypes['getByNameAndVersion']): INodeTypes => {
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
};

/**
 * The node types that the engine knows in a test: the package's own, each also as a tool, and `passOn`.
 * @param own in place of the package's, as another process has it
 */
export function nodeTypes(loader: PackageDirectoryLoader, own?: INodeType): INodeTypes {
	const find = (type: string): INodeType => {
		if (type === 'passOn') return PASS_ON;
		const [packageName, name] = type.split('.');
		if (packageName !== loader.packageName) throw new Error(`unknown node type ${type}`);
		const found = (base: string) => NodeHelpers.getVersionedNodeType(loader.getNode(base).type);
		if (own) return own;
		return name.endsWith('Tool') ? asTool(found(name.slice(0, -4))) : found(name);
	};
	return nodeTypesBy(find);
}
