import type { INodeProperties } from 'n8n-workflow';

const dateTime = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
});

/** `serviceTime` reads it. `what` is a sentence without its full stop. */
export const timeField = (displayName: string, name: string, what: string): INodeProperties => ({
	...dateTime(displayName, name),
	hint: 'A picked time is in the time zone of the workflow',
	description: `${what}. ISO 8601: 2026-11-21T10:00:00 is in the time zone of the workflow, 2026-11-21T10:00:00+05:00 has its own.`,
});

/** `endTime` reads it. */
export const endField = (displayName: string, name: string, what: string): INodeProperties =>
	timeField(
		displayName,
		name,
		`${what}; a day without a time, or picked with the time 00:00:00, counts as a whole`,
	);

/** `serviceDate` reads it. */
export const dayField = (displayName: string, name: string, what: string): INodeProperties => ({
	...dateTime(displayName, name),
	hint: 'A day in the time zone of the account',
	description: `${what}. YYYY-MM-DD, a day in the time zone of the account.`,
});
