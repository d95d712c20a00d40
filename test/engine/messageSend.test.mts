import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { CONTINUE, fromItem, harness } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

// The limits of deferred sending are measured by the real clock.
const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';
const [recipient, text] = ['77011234567', 'Sale? 50% / "a&b" + ü'];
const later = DateTime.now().plus({ hours: 2 }).startOf('second');
const sent = { recipient, campaignId: 70000000001, messageId: 70000000002, segments: 1 };

scenarios(h, {
	'every parameter is sent': {
		choice: 'message.send',
		parameters: {
			...{ recipient: '+7 (701) 123-45-67', text },
			additionalFields: {
				...{ from: 'Shop', campaignName: 'Spring', shortenLinks: true, validity: 60 },
				deferredToTs: later.toUTC().toISO(),
			},
		},
		wire: [
			[
				SEND,
				{
					...{ recipient, text, from: 'Shop' },
					params: {
						...{ name: 'Spring', shortenLinks: '1', validity: '60' },
						deferredToTs: later.setZone('Asia/Almaty').toFormat('yyyy-MM-dd HH:mm:ss'),
					},
				},
			],
		],
		out: [expect.objectContaining({ ...sent, status: 2, statusText: 'deferred' })],
	},
	'a message may wait for a moderator': {
		choice: 'message.send',
		parameters: { recipient, text: 'For moderation' },
		wire: [[SEND, { recipient, text: 'For moderation' }]],
		out: [expect.objectContaining({ ...sent, status: 1, statusText: 'awaitingModeration' })],
	},
	'spaces and invisible marks around a sender would make it another one, unknown to the service': {
		choice: 'message.send',
		parameters: { recipient, text, additionalFields: { from: ' \u200bShop\ufeff ' } },
		wire: [[SEND, { recipient, text, from: 'Shop' }]],
	},
	'what is not given is left out, an empty sender too': {
		choice: 'message.send',
		parameters: {
			...{ recipient, text: ' Hi ' },
			additionalFields: { from: '', campaignName: ' ', shortenLinks: false },
		},
		wire: [[SEND, { recipient, text: ' Hi ' }]],
	},
	'a success without the ID of a message was none, and is not repeated': {
		faults: [{ kind: { code: 0, data: { text: ['Forbidden word'] } } }],
		choice: 'message.send',
		parameters: { recipient, text: 'Hi' },
		wire: [[SEND, { recipient, text: 'Hi' }]],
		out: [
			'The service reported success but gave the message no ID, so it did not accept it (code 0): text: Forbidden word',
		],
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
			async (choice) =>
				await h.message(choice, { recipient, text: 'Hi' }, { hasNoCredential: true }),
		),
	);
	expect([preview.error, preview.main[0].json.segments]).toEqual([undefined, 1]);
	expect(sent.error?.message).toMatch(/credential/i);
	expect(h.methods()).toEqual([]);
});

const NATIONAL = '"Recipient" is in national form: "(51) 99876-5432"';
const TWO_READINGS = '"Recipient" could be +51998765432 or +5551998765432 (Brazil): "51998765432"';

test.each<
	[what: string, credential: IDataObject, Array<[to: string, country: string, read: unknown]>]
>([
	[
		'each item is read in its own default country; what has none is refused',
		{},
		[
			['(51) 99876-5432', 'BR', '5551998765432'],
			['701 123 45 67', ' kz ', '77011234567'],
			['067 123 45 67', 'Ukraine', '380671234567'],
			['(51) 99876-5432', '', NATIONAL],
			['0170 1234567', 'XX', expect.stringContaining('"Default Country" cannot be "XX"')],
			['+7 701 123 45 68', 'BR', '77011234568'],
		],
	],
	[
		'the country of the server keeps its own numbers from going abroad',
		{ server: 'https://api.mobizon.com.br', timezone: '' },
		[
			['51998765432', '', TWO_READINGS],
			['51998765432', 'BR', '5551998765432'],
			['+51998765432', '', '51998765432'],
		],
	],
])('%s', async (_, change, rows) => {
	const { main } = await h.message(
		'message.send',
		{
			...{ recipient: fromItem('to'), text: 'Hello', options: { dryRun: true } },
			additionalFields: { defaultCountry: fromItem('country') },
		},
		{
			items: rows.map(([to, country]) => ({ to, country })),
			...{ credential: h.credential(change), ...CONTINUE },
		},
	);
	expect(main.map(({ json }) => json.recipient ?? json.error)).toEqual(
		rows.map(([, , end]) => end),
	);
	expect(h.service.calls).toEqual([]);
});
