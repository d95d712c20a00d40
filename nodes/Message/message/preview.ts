import { itemOperation } from '../../shared/operation/definition';
import { defaultCountryField } from '../sms/defaultCountry';
import { filledText } from '../sms/filledText';
import { readRecipient } from '../sms/recipient';
import { nonGsmCharacters } from '../sms/nonGsmCharacters';
import { segments } from '../sms/segments';
import { recipientField, textField } from '../fields';

/** Makes no call: what a message would cost, and to which number it would go. */
export const preview = itemOperation({
	resource: 'message',
	operation: 'preview',
	name: 'Preview',
	action: 'Preview an SMS',
	description:
		'Check the number, count the segments that a message would be billed for, and name the characters that make it Unicode. Free of charge: nothing is sent, no call is made.',
	counted: 'messages previewed',
	offline: true,
	properties: [recipientField, textField, defaultCountryField],
	read: (item) => ({
		recipient: readRecipient(item, 'defaultCountry'),
		text: item.required('text', filledText),
	}),
	each: async (params) => ({
		recipient: params.recipient,
		...segments(params.text),
		nonGsmCharacters: nonGsmCharacters(params.text),
	}),
});
