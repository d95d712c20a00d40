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
	action: 'Preview a message without sending it',
	description:
		'Clean up the number and count the segments of a text, free of charge and without a call',
	counted: 'messages previewed',
	offline: true,
	properties: [recipientField, textField],
	read: (item) => ({
		recipient: item.required('recipient', recipient),
		text: item.required('text', text()),
	}),
	each: async (params) => ({ recipient: params.recipient, ...segments(params.text) }),
});
