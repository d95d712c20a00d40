import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { text, trimmed } from '../shared/input/parse';

export const recipientField: INodeProperties = {
	displayName: 'Recipient',
	name: 'recipient',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +7 701 123 45 67',
	description:
		'Phone number of one recipient with its country code, such as +7 701 123 45 67. Spaces, brackets, dashes and a leading plus or 00 are taken out.',
};

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	required: true,
	placeholder: 'e.g. Your order 1234 has left our shop',
	description:
		'Text of the message. A segment has 160 characters, or 70 with Cyrillic, Kazakh letters or emoji (in longer texts 153 or 67). Each segment is billed.',
};

/** As the service spells them. Others may appear. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Accepted (ACCEPTD)', value: 'ACCEPTD' },
	{ name: 'Deleted (DELETED)', value: 'DELETED' },
	{ name: 'Delivered (DELIVRD)', value: 'DELIVRD' },
	{ name: 'Enqueued (ENQUEUD)', value: 'ENQUEUD' },
	{ name: 'Expired (EXPIRED)', value: 'EXPIRED' },
	{ name: 'New (NEW)', value: 'NEW' },
	{ name: 'Partly Delivered (PDLIVRD)', value: 'PDLIVRD' },
	{ name: 'Rejected (REJECTD)', value: 'REJECTD' },
	{ name: 'Undelivered (UNDELIV)', value: 'UNDELIV' },
];

/** DEFERRED and NOT_YET_SENT can only be searched for. Others may appear. */
export const campaignStatusOptions: INodePropertyOptions[] = [
	{ name: 'Automatically Ready (AUTO_READY_FOR_SEND)', value: 'AUTO_READY_FOR_SEND' },
	{ name: 'Declined (DECLINED)', value: 'DECLINED' },
	{ name: 'Deferred (DEFERRED)', value: 'DEFERRED' },
	{ name: 'Done (DONE)', value: 'DONE' },
	{ name: 'In Moderation (MODERATION)', value: 'MODERATION' },
	{ name: 'New (NEW)', value: 'NEW' },
	{ name: 'Not Yet Sent (NOT_YET_SENT)', value: 'NOT_YET_SENT' },
	{ name: 'Ready (READY_FOR_SEND)', value: 'READY_FOR_SEND' },
	{ name: 'Running (RUNNING)', value: 'RUNNING' },
	{ name: 'Sent (SENT)', value: 'SENT' },
];

export const senderField: INodeProperties = {
	displayName: 'Sender',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyShop',
	description:
		'Sender ID that the recipient sees. If it is not registered in your account, the service uses a shared one. Empty means the default sender of the account.',
};

/** With spaces or marks around it, a sender ID would be unknown, and the service would use a shared one instead. */
export const sender = (value: unknown): string => trimmed(text({ max: 100 })(value));
