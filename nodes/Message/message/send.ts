import { number } from '../../shared/api/wire';
import { isRecord } from '../../shared/api/envelope';
import { ServiceRefusal } from '../../shared/api/faults';
import { itemOperation } from '../../shared/operation/definition';
import { segments } from '../../shared/sms/segments';
import { sendFields } from './sendFields';
import { readSend } from './readSend';

const STATUS_TEXT: Readonly<Record<string, string>> = { 1: 'awaitingModeration', 2: 'sent' };

/** Message/SendSmsMessage. */
export const send = itemOperation({
	resource: 'message',
	operation: 'send',
	name: 'Send',
	action: 'Send an SMS',
	description: 'Send a text message to one phone number. Every message is billed.',
	counted: 'messages accepted',
	properties: sendFields,
	read: readSend,
	async each({ recipient, text, from, params }, { service }) {
		const answer = await service.write('Message/SendSmsMessage', { recipient, text, from, params });
		const data = isRecord(answer) ? answer : {};
		if (!data.messageId) throw new ServiceRefusal('Message/SendSmsMessage', 0, '', answer);
		return {
			recipient,
			campaignId: number(data.campaignId),
			messageId: number(data.messageId),
			status: number(data.status),
			statusText: STATUS_TEXT[String(data.status)] ?? null,
			segments: segments(text).segments,
		};
	},
});
