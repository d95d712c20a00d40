import type { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';

/** A node that hands on what it gets: the start of a test's workflow (with pinned data) and its ends. */
class PassOn implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Pass On',
		name: 'passOn',
		group: ['transform'],
		version: 1,
		description: 'Hands on its input',
		defaults: { name: 'Pass On' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	}
}

/** A node as an AI agent's tool, as n8n makes it of the node; it keeps its output, so that tests can read it. */
const asTool = (type: INodeType): INodeType =>
	Object.assign(Object.create(type), {
		description: { ...type.description, name: `${type.description.name}Tool` },
	});

/** The node types that the engine knows in a test: the package's own, each also as a tool, and `passOn`. */
export function nodeTypes(loader: PackageDirectoryLoader): INodeTypes {
	const passOn = new PassOn();
	const find = (type: string): INodeType => {
		if (type === 'passOn') return passOn;
		const [packageName, name] = type.split('.');
		if (packageName !== loader.packageName) throw new Error(`unknown node type ${type}`);
		const found = (base: string) => NodeHelpers.getVersionedNodeType(loader.getNode(base).type);
		return name.endsWith('Tool') ? asTool(found(name.slice(0, -4))) : found(name);
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
