import type { IDataObject } from 'n8n-workflow';

import { number, text } from '../../shared/api/wire';
import type { Outgoing } from './outgoing';
import type { Acceptance } from './verdict';

const STATUS_TEXT: Readonly<Record<string, string>> = { 1: 'awaitingModeration', 2: 'sent' };

type SentOutcome = 'accepted' | 'skipped' | 'dryRun' | 'queued';

/** What every output of the send operation has; ids and status are null where the service gave none. */
function output(message: Outgoing, outcome: SentOutcome, acceptance?: Acceptance): IDataObject {
	const { recipient, segments, params, deferredTo } = message;
	return {
		recipient,
		campaignId: number(acceptance?.campaignId),
		messageId: number(acceptance?.messageId),
		status: number(acceptance?.status),
		statusText: statusText(message, acceptance),
		segments,
		outcome,
		...(deferredTo && { deferredToTs: String(params.deferredToTs), deferredTo }),
	};
}

/** A deferred message waits whatever its status; one that a moderator must see first waits for that. */
function statusText({ deferredTo }: Outgoing, acceptance?: Acceptance): string | null {
	const shown = STATUS_TEXT[String(acceptance?.status)] ?? null;
	return shown === 'sent' && deferredTo ? 'deferred' : shown;
}

/** The service took the message; `recovered` when that was found out afterwards. */
export function acceptedOutput(message: Outgoing, acceptance: Acceptance): IDataObject {
	const { recovered, taskId } = acceptance;
	if (taskId !== undefined)
		return { ...output(message, 'queued', acceptance), taskId: text(taskId) };
	return { ...output(message, 'accepted', acceptance), ...(recovered && { recovered }) };
}

/** A message with this Send Once Key was sent before. */
export const skippedOutput = (message: Outgoing): IDataObject => ({
	...output(message, 'skipped'),
	skipped: true,
});

/** Exactly what would be sent. */
export const dryRunOutput = (message: Outgoing): IDataObject => ({
	...output(message, 'dryRun'),
	dryRun: true,
	text: message.text,
	from: message.from ?? null,
	params: Object.fromEntries(
		Object.entries(message.params).flatMap(([name, value]) =>
			typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
		),
	),
});
