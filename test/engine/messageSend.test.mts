import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { fromItem, harness } from './lib/harness.mts';
import { scenarios, type Scenario } from './lib/scenario.mts';

// The limits of deferred sending are measured by the real clock.
const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';
const [recipient, text] = ['77011234567', 'Sale? 50% / "a&b" + ü'];
const later = DateTime.now().plus({ hours: 2 }).startOf('second');
const sent = { recipient, campaignId: 70000000001, messageId: 70000000002, segments: 1 };

/** One message, and the only call for it. */
const message = (more: INodeParameters, sent: object, out?: unknown): Scenario => ({
	...{ choice: 'message.send', parameters: { recipient, text, ...more } },
	...{ wire: [[SEND, { recipient, text, ...sent }]], out: out ? [out] : undefined },
});

const everything = {
	...{ from: 'Shop', campaignName: 'Spring', shortenLinks: true, validity: 60 },
	deferredToTs: later.toUTC().toISO(),
};
const asSent = {
	...{ name: 'Spring', shortenLinks: '1', validity: '60' },
	deferredToTs: later.setZone('Asia/Almaty').toFormat('yyyy-MM-dd HH:mm:ss'),
};

const NATIONAL = '"Recipient" is in national form: "(51) 99876-5432"';
const TWO_READINGS = '"Recipient" could be +51998765432 or +5551998765432 (Brazil): "51998765432"';
const NO_COUNTRY = expect.stringContaining('"Default Country" cannot be "XX"');
const BRAZIL = { server: 'https://api.mobizon.com.br', timezone: '' };
const read = (number: string) => expect.objectContaining({ recipient: number });

/** What numbers, each with a default country, are read as. */
const readings = (...rows: Array<[to: string, country: string, end: unknown]>): Scenario => ({
	choice: 'message.send',
	parameters: {
		...{ recipient: fromItem('to'), text: 'Hello', options: { dryRun: true } },
		additionalFields: { defaultCountry: fromItem('country') },
	},
	items: rows.map(([to, country]) => ({ to, country })),
	wire: [],
	out: rows.map(([, , end]) => end),
});

scenarios(h, {
	'each item is read in its own default country': readings(
		['(51) 99876-5432', 'BR', read('5551998765432')],
		['701 123 45 67', ' kz ', read('77011234567')],
		['067 123 45 67', 'Ukraine', read('380671234567')],
		['(51) 99876-5432', '', NATIONAL],
		['0170 1234567', 'XX', NO_COUNTRY],
	),
	'and then in that of the server': {
		...readings(['51998765432', '', TWO_READINGS], ['51998765432', 'BR', read('5551998765432')]),
		credential: BRAZIL,
	},
	'every parameter is sent': message(
		{ recipient: '+7 (701) 123-45-67', additionalFields: everything },
		{ from: 'Shop', params: asSent },
		expect.objectContaining({ ...sent, status: 2, statusText: 'deferred' }),
	),
	'a message may wait for a moderator': message(
		{ text: 'For moderation' },
		{ text: 'For moderation' },
		expect.objectContaining({ ...sent, status: 1, statusText: 'awaitingModeration' }),
	),
	'a status with a space before it, as IDs may have one, is the same status': {
		...message({}, {}, expect.objectContaining({ status: 1, statusText: 'awaitingModeration' })),
		faults: [{ kind: { code: 0, data: { messageId: ' 70000000002', status: ' 1' } } }],
	},
	'spaces and invisible marks around a sender would make it another one, unknown to the service':
		message({ additionalFields: { from: ' \u200bShop\ufeff ' } }, { from: 'Shop' }),
	'what is not given is left out, an empty sender too': message(
		{ text: ' Hi ', additionalFields: { from: '', campaignName: ' ', shortenLinks: false } },
		{ text: ' Hi ' },
	),
	'a success without the ID of a message was none, and is not repeated': {
		...message({}, {}, expect.stringMatching(/^The service .* no ID.*: text: Forbidden word$/)),
		faults: [{ kind: { code: 0, data: { text: ['Forbidden word'] } } }],
	},
	'Preview measures each text in its own default country, names what is not GSM, and makes no call':
		{
			choice: 'message.preview',
			parameters: {
				...{ recipient: fromItem('to'), text: fromItem('text') },
				defaultCountry: fromItem('country'),
			},
			items: [
				{ to: '8 701 123 45 67', text: 'a'.repeat(161), country: '' },
				{ to: 'nobody', text: 'x', country: '' },
				{ to: '0170 1234567', text: 'It’s here', country: 'DE' },
			],
			wire: [],
			out: [
				{ recipient, encoding: 'GSM-7', characters: 161, segments: 2, nonGsmCharacters: [] },
				'"Recipient" has letters: "nobody"',
				{
					...{ recipient: '491701234567', encoding: 'UCS-2', characters: 9, segments: 1 },
					nonGsmCharacters: ['’ at 3'],
				},
			],
		},
});

test('Preview works without a credential, which Send asks for', async () => {
	const [preview, sent] = await Promise.all(
		['message.preview', 'message.send'].map(
			async (choice) => await h.run(choice, { recipient, text: 'Hi' }, { hasNoCredential: true }),
		),
	);
	expect([preview.error, preview.main[0].json.segments]).toEqual([undefined, 1]);
	expect(sent.error?.message).toMatch(/credential/i);
	expect(h.methods()).toEqual([]);
});
