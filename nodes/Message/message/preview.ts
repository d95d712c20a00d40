import { itemOperation } from '../../shared/operation/definition';
import { text } from '../../shared/operation/parse';
import { recipient } from '../../shared/sms/recipient';
import { segments } from '../../shared/sms/segments';
import { recipientField, textField } from '../fields';

/** Makes no call: what a message would cost, and to which number it would go. */
export const preview = itemOperation({
	resource: 'message',
	operation: 'preview',
	name: 'Preview',
	action: 'Preview an SMS',
	description:
		'Check the number and count the segments that a message would be billed for. Free of charge: nothing is sent, no call is made.',
	counted: 'messages previewed',
	offline: true,
	properties: [recipientField, textField],
	read: (item) => ({
		recipient: item.required('recipient', recipient),
		text: item.required('text', text()),
	}),
	each: async (params) => ({ recipient: params.recipient, ...segments(params.text) }),
});
