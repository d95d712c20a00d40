import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import { number, text } from '../../shared/api/wire';
import { nonGsmCharacters } from '../sms/nonGsmCharacters';
import { segments } from '../sms/segments';
import { wireOf, type Item } from './item';
import type { Acceptance } from './verdict';

const STATUS_TEXT: Readonly<Record<string, string>> = { 1: 'awaitingModeration', 2: 'sent' };

type SentOutcome = 'accepted' | 'skipped' | 'dryRun' | 'queued';

/** What every output of the send operation has; ids and status are null where the service gave none. */
function output(item: Item, outcome: SentOutcome, acceptance?: Acceptance): IDataObject {
	const { message } = item;
	return {
		recipient: message.recipient,
		campaignId: number(acceptance?.campaignId),
		messageId: number(acceptance?.messageId),
		status: number(acceptance?.status),
		statusText: statusText(item, acceptance),
		segments: message.segments,
		outcome,
		...item.deferral,
	};
}

/** A deferred message is `deferred` even with status 2; moderation comes first. */
function statusText({ deferral }: Item, acceptance?: Acceptance): string | null {
	const shown = STATUS_TEXT[String(acceptance?.status)] ?? null;
	return shown === 'sent' && deferral ? 'deferred' : shown;
}

/** The service took the message; `recovered` when that was found out afterwards. */
export function acceptedOutput(item: Item, acceptance: Acceptance): IDataObject {
	const { recovered, taskId } = acceptance;
	if (taskId !== undefined) return { ...output(item, 'queued', acceptance), taskId: text(taskId) };
	return { ...output(item, 'accepted', acceptance), ...(recovered && { recovered }) };
}

/** A message with this Send Once Key was sent before. */
export const skippedOutput = (item: Item): IDataObject => ({
	...output(item, 'skipped'),
	skipped: true,
});

/** Exactly what would be sent, with what makes it long. */
export const dryRunOutput = (item: Item): IDataObject => {
	const { text: message, from } = item.message;
	const { params } = wireOf(item);
	return {
		...output(item, 'dryRun'),
		dryRun: true,
		text: message,
		from: from ?? null,
		params: Object.fromEntries(
			Object.entries(isRecord(params) ? params : {}).flatMap(([name, value]) =>
				typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
			),
		),
		...segments(message),
		nonGsmCharacters: nonGsmCharacters(message),
	};
};
