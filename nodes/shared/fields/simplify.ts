import type { INodeProperties } from 'n8n-workflow';

/** Leaves out what the service's documentation does not name. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
