import type { IDataObject } from 'n8n-workflow';

import { number } from '../../shared/api/wire';
import type { Outgoing } from './outgoing';
import type { Acceptance } from './verdict';

const STATUS_TEXT: Readonly<Record<string, string>> = { 1: 'awaitingModeration', 2: 'sent' };

/** What every output of the send operation has; null where no call was made. */
function output(message: Outgoing, acceptance?: Acceptance): IDataObject {
	return {
		recipient: message.recipient,
		campaignId: number(acceptance?.campaignId),
		messageId: number(acceptance?.messageId),
		status: number(acceptance?.status),
		statusText: STATUS_TEXT[String(acceptance?.status)] ?? null,
		segments: message.segments,
	};
}

/** The service took the message; `recovered` when that was found out afterwards. */
export const acceptedOutput = (message: Outgoing, acceptance: Acceptance): IDataObject => ({
	...output(message, acceptance),
	...(acceptance.recovered && { recovered: true }),
});

/** The message's Send Once Key was seen before. */
export const skippedOutput = (message: Outgoing): IDataObject => ({
	...output(message),
	skipped: true,
});

/** Exactly what would be sent. */
export const dryRunOutput = (message: Outgoing): IDataObject => ({
	...output(message),
	dryRun: true,
	text: message.text,
	from: message.from ?? null,
	params: Object.fromEntries(
		Object.entries(message.params).flatMap(([name, value]) =>
			typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
		),
	),
});
