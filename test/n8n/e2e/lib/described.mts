import type { INodeTypeDescription } from 'n8n-workflow';
import { offered } from '../../../engine/lib/descriptions.mts';
import type { Session } from '../../lib/session.mts';
import { PACKAGE } from '../../lib/workflows.mts';

export async function describeNode(session: Session, name: string): Promise<INodeTypeDescription> {
	const nodeInfos = [{ name: `${PACKAGE}.${name}`, version: 1 }];
	const found = await session.call<INodeTypeDescription[]>('POST', '/node-types', { nodeInfos });
	if (found.length !== 1) throw new Error(`n8n does not know the node ${name}`);
	return found[0];
}

/** All operations of a node, resource by resource, as the lists of the editor name them. */
export const operationsOf = (description: INodeTypeDescription) =>
	offered(description)
		// n8n adds this one to every node with a credential that can be used over HTTP.
		.filter(({ value }) => value !== '__CUSTOM_API_CALL__')
		.map(({ resource = '', name: operation, action = '' }) => {
			return { title: `${resource}: ${operation}`, resource, operation, action };
		});
