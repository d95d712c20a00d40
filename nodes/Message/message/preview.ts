import { operation } from '../../shared/operation/definition';
import { defaultCountryField } from '../sms/countries';
import { blankHint, blankPlaceholders, filledText } from '../sms/filledText';
import { readRecipient } from '../sms/recipient';
import { nonGsmCharacters } from '../sms/nonGsmCharacters';
import { segments } from '../sms/segments';
import { recipientField, textField } from '../fields';

export const preview = operation({
	resource: 'message',
	operation: 'preview',
	name: 'Preview',
	action: 'Preview SMS',
	description:
		'Free of charge, nothing is sent: check the number, count the segments that would be billed, and name the characters that make the text Unicode',
	counted: 'messages previewed',
	offline: true,
	properties: [recipientField, textField, defaultCountryField],
	// Measured while it is read, where n8n gets time for other work after some items.
	read: (item) => {
		const recipient = readRecipient(item, 'defaultCountry');
		const blanks = blankPlaceholders(item, 'text');
		const text = item.required('text', filledText);
		const nonGsm = { nonGsmCharacters: nonGsmCharacters(text) };
		return { blanks, output: { recipient, ...segments(text), ...nonGsm } };
	},
	run: async (run, asked) => {
		for (const { index, params } of asked) run.succeed(index, [params.output]);
		run.hint(blankHint(asked.map(({ index, params: { blanks } }) => ({ index, blanks }))));
	},
});
