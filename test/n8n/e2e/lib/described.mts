import { NodeHelpers, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import { offered } from '../../../engine/lib/descriptions.mts';
import type { Session } from '../../lib/session.mts';
import { PACKAGE } from '../../lib/workflows.mts';

export async function describeNode(session: Session, name: string): Promise<INodeTypeDescription> {
	const nodeInfos = [{ name: `${PACKAGE}.${name}`, version: 1 }];
	const found = await session.call<INodeTypeDescription[]>('POST', '/node-types', { nodeInfos });
	if (found.length !== 1) throw new Error(`n8n does not know the node ${name}`);
	return found[0];
}

/** The top-level parameters that the node's own conditions show for these values, in their order. */
export function displayedProperties(
	description: INodeTypeDescription,
	values: Record<string, string>,
): INodeProperties[] {
	const { properties } = description;
	const shown = NodeHelpers.getNodeParameters(properties, values, true, false, null, description);
	return properties.filter((property) =>
		NodeHelpers.displayParameter({ ...shown }, property, null, description),
	);
}

/** All operations of a node, resource by resource, as the lists of the editor name them, with the values behind the names. */
export const operationsOf = (description: INodeTypeDescription) =>
	offered(description)
		// n8n adds this one to every node with a credential that can be used over HTTP.
		.filter(({ value }) => value !== '__CUSTOM_API_CALL__')
		.map(({ choice, resource = '', name: operation, action = '' }) => {
			const values = { resource: choice.split('.')[0], operation: choice.split('.')[1] };
			return { title: `${resource}: ${operation}`, resource, operation, values, action };
		});

/** What a collection offers to add as long as nothing was added: what it begins with is there already. */
export const offeredBy = ({ options = [], default: initial }: INodeProperties): string[] =>
	options
		.filter(({ name }) => !(typeof initial === 'object' && initial !== null && name in initial))
		// One that another field hides is offered until that was added.
		.filter((option) => !('displayOptions' in option && option.displayOptions?.show))
		.map((option) => ('displayName' in option ? option.displayName : option.name));
