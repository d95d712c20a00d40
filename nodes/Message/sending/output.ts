import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import { number, text } from '../../shared/api/wire';
import { nonGsmCharacters, listed } from '../sms/nonGsmCharacters';
import { segments } from '../sms/segments';
import { wireOf, type Item } from './item';
import type { Acceptance } from './verdict';
import { smartEncoding } from '../sms/smartEncoding';
import type { Outgoing } from './outgoing';

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

/** A deferred message waits whatever its status; one that a moderator must see first waits for that. */
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

/** Exactly what would be sent, and what makes it as long as it is. */
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

/** Shown above the output in the editor, so that neither moderation nor the bill is a surprise. */
export function showHints(
	context: IExecuteFunctions,
	outputs: IDataObject[],
	messages: Outgoing[],
): void {
	const hints = [
		moderation(outputs),
		deferral(outputs),
		total(outputs),
		bill(outputs),
		...unicode(messages),
	];
	for (const message of hints) {
		if (message) context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
	}
}

function moderation(outputs: IDataObject[]): string | undefined {
	const waiting = outputs.filter(({ statusText }) => statusText === 'awaitingModeration').length;
	return waiting === 0
		? undefined
		: `${count(waiting, 'waits', 'wait')} for a moderator of the service and will go out after that. Nothing needs to be sent again.`;
}

function deferral(outputs: IDataObject[]): string | undefined {
	const times = outputs.flatMap(({ deferredTo }) =>
		typeof deferredTo === 'string' ? [deferredTo] : [],
	);
	if (times.length === 0) return undefined;
	const moments = [...new Set(times)].sort((a, b) => Date.parse(a) - Date.parse(b));
	const last = moments.length > 1 ? `, the last one until ${moments[moments.length - 1]}` : '';
	return `${count(times.length, 'waits', 'wait')} until ${moments[0]}${last}.`;
}

/** What the messages of a dry run would be billed for. */
function total(outputs: IDataObject[]): string | undefined {
	const dry = outputs.filter(({ dryRun }) => dryRun === true);
	if (dry.length === 0) return undefined;
	const all = sum(dry);
	return `${count(dry.length, 'would', 'would')} be sent, ${all} ${all === 1 ? 'segment' : 'segments'} in all. Nothing was sent.`;
}

function bill(outputs: IDataObject[]): string | undefined {
	const billed = outputs.filter(({ skipped, dryRun }) => skipped !== true && dryRun !== true);
	const long = billed.filter(({ segments }) => Number(segments) > 1).length;
	if (long === 0) return undefined;
	return `${count(long, 'takes', 'take')} more than one segment, and each segment is billed: ${sum(billed)} in all.`;
}

/** Which characters make messages long, and what can be done about it. */
function unicode(messages: Outgoing[]): string[] {
	const long = messages.filter(({ segments, text }) => segments > 1 && namesOf(text) !== '');
	const isPlain = ({ text }: Outgoing) => smartEncoding(text) !== text;
	return [
		because(long.filter(isPlain), '; Smart Encoding would replace'),
		because(long.filter((message) => !isPlain(message))),
	].flat();
}

function because(messages: Outgoing[], advice?: string): string[] {
	if (messages.length === 0) return [];
	const [{ segments, text }] = messages;
	return messages.length === 1
		? [
				`One message takes ${segments} segments because of ${namesOf(text)}${advice ? `${advice} it` : ''}.`,
			]
		: [
				`${messages.length} messages take more segments because of characters such as ${namesOf(text)}${advice ? `${advice} them` : ''}.`,
			];
}

const namesOf = (text: string): string => listed(nonGsmCharacters(text));

const sum = (outputs: IDataObject[]): number =>
	outputs.reduce((all, { segments }) => all + Number(segments), 0);

const count = (number: number, one: string, many: string): string =>
	number === 1 ? `One message ${one}` : `${number} messages ${many}`;
