import { operation } from '../../shared/operation/definition';
import { recipientField, textField } from '../fields';
import { optionsField } from '../sending/options';
import { additionalFields, readOutgoing } from '../sending/outgoing';
import { sendAll } from '../sending/sendAll';

/** Message/SendSmsMessage, at most once for each item. */
export const send = operation({
	resource: 'message',
	operation: 'send',
	name: 'Send',
	action: 'Send an SMS',
	description: 'Send a text message to one phone number. Every message is billed.',
	counted: 'messages accepted',
	properties: [recipientField, textField, additionalFields, optionsField],
	read: readOutgoing,
	run: sendAll,
});
