import { operation } from '../../shared/operation/definition';
import { recipientField, textField } from '../fields';
import { optionsField } from './optionsField';
import { additionalFields, readOutgoing } from './outgoing';
import { sendAll } from './run';
import { readShape } from './summary';

/** Message/SendSmsMessage, at most once for each item. */
export const send = operation({
	resource: 'message',
	operation: 'send',
	name: 'Send',
	action: 'Send SMS',
	description:
		"Send a text message (SMS) to one phone number. Every segment is billed, and a sent message cannot be called back. Sending again sends and bills again, unless 'Send Once Key' is set.",
	counted: 'messages accepted',
	sends: true,
	properties: [recipientField, textField, additionalFields, optionsField],
	read: readOutgoing,
	run: sendAll,
	shape: readShape,
});
