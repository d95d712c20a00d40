import { always } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Preview SMS',
	saved: ['recipient', 'text', 'defaultCountry'],
	output: {
		recipient: always('string'),
		encoding: always('string'),
		characters: always('integer'),
		segments: always('integer'),
		nonGsmCharacters: { type: 'array', items: { type: 'string' } },
	},
	sample: { characters: 33 },
	mistakes: {
		'Preview as proof that the number exists': 'only the delivery report tells',
		'`51 99876-5432` on the server of Brazil: Preview does not know the server, and reads a number of Peru':
			'write the country code, or choose **Default Country** here and in Send',
		'A text for **Shorten Links**: Preview counts the long link':
			'put a link of about 20 characters in its place',
		'`segments` as the bill': 'take `segNum` of Message > Get Many; this is an estimate',
	},
	run: async (h) =>
		await h.run('message.preview', { recipient: '+7 701 123 45 67', text: 'Hello' }),
};
