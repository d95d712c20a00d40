import type { INodeProperties } from 'n8n-workflow';

/** The specification's limit of data[comment], in characters. */
export const MAX_COMMENT = 255;

export const commentField: INodeProperties = {
	displayName: 'Comment',
	name: 'comment',
	type: 'string',
	default: '',
	description: 'Label to find the link by later; at most 255 characters',
};

export const expirationDateField: INodeProperties = {
	displayName: 'Expiration Date',
	name: 'expirationDate',
	type: 'dateTime',
	default: '',
	description:
		'The link works until the end of this day in the time zone of the account. Without a date it does not expire.',
};

export const statusField: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 1 },
		{ name: 'Inactive', value: 0 },
	],
	default: 1,
	description: 'Whether the link redirects its visitors',
};
