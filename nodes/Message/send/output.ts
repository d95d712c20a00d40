import type { IDataObject } from 'n8n-workflow';

import { number, text } from '../../shared/api/wire';
import { nonGsmCharacters } from '../sms/nonGsmCharacters';
import { segments } from '../sms/segments';
import { wireOf, type Acceptance, type Item } from './items';

const STATUS_TEXT: Readonly<Record<string, string>> = { 1: 'awaitingModeration', 2: 'sent' };

/** How a message ended that did not fail. */
export type SentOutcome = 'accepted' | 'skipped' | 'dryRun' | 'queued';

/** What every output begins with: a table shows the first columns. */
const beginning = ({ message }: Item, outcome: SentOutcome): IDataObject => ({
	recipient: message.recipient,
	outcome,
	segments: message.segments,
});

/** Ids and status are null where the service gave none. */
const output = (item: Item, outcome: SentOutcome, acceptance?: Acceptance): IDataObject => ({
	...beginning(item, outcome),
	messageId: number(acceptance?.messageId),
	campaignId: number(acceptance?.campaignId),
	status: number(acceptance?.status),
	statusText: statusText(item, acceptance),
	...(outcome !== 'skipped' && item.deferral),
});

/** A deferred message is `deferred` even with status 2; moderation comes first. */
function statusText({ deferral }: Item, acceptance?: Acceptance): string | null {
	const shown = STATUS_TEXT[String(number(acceptance?.status))] ?? null;
	return shown === 'sent' && deferral ? 'deferred' : shown;
}

/** The service took the message; `recovered` when that was found out afterwards. */
export function acceptedOutput(item: Item, acceptance: Acceptance): IDataObject {
	const { recovered, taskId } = acceptance;
	if (taskId !== undefined) return { ...output(item, 'queued', acceptance), taskId: text(taskId) };
	return { ...output(item, 'accepted', acceptance), ...(recovered && { recovered }) };
}

/** It was not wanted, or a message with its Send Once Key was sent before. */
export const skippedOutput = (item: Item): IDataObject => ({
	...output(item, 'skipped'),
	skipped: true,
	...(item.message.isOptedOut && { reason: 'optedOut' }),
});

/** Exactly what would be sent, with what makes it long. What is left to the service is left out. */
export const dryRunOutput = (item: Item): IDataObject => {
	const { text: message, from } = item.message;
	const { encoding, characters } = segments(message);
	const params = Object.entries(wireOf(item).params).filter(([, value]) => value !== undefined);
	return {
		...beginning(item, 'dryRun'),
		text: message,
		encoding,
		...item.deferral,
		dryRun: true,
		characters,
		nonGsmCharacters: nonGsmCharacters(message),
		...(from !== undefined && { from }),
		...(params.length > 0 && { params: Object.fromEntries(params) }),
	};
};
