import { DateTime } from 'luxon';

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

const send = async (items: Array<{ to: string; country?: string }>, change = {}, options = {}) => {
	const additionalFields = { defaultCountry: fromItem('country') };
	const { main } = await h.message(
		'message.send',
		{ recipient: fromItem('to'), text: 'Hello', additionalFields, options },
		{
			items: items.map((item) => ({ country: '', ...item })),
			...CONTINUE,
			credential: h.credential(change),
		},
	);
	return main.map(({ json }) => json.recipient ?? json.error);
};

test('each item is read in its own default country; what has none is refused, and nothing else with it', async () => {
	const found = await send([
		{ to: '(51) 99876-5432', country: 'BR' },
		{ to: '701 123 45 67', country: ' kz ' },
		{ to: '067 123 45 67', country: 'Ukraine' },
		{ to: '(51) 99876-5432' },
		{ to: '0170 1234567', country: 'XX' },
		{ to: '+7 701 123 45 68', country: 'BR' },
	]);
	const numbers = ['5551998765432', '77011234567', '380671234567', '77011234568'];
	expect(h.wire(SEND).map((params) => Object(params).recipient)).toEqual(
		expect.arrayContaining(numbers),
	);
	expect(h.wire(SEND)).toHaveLength(numbers.length);
	expect(found[3]).toContain('"Recipient" is in national form: "(51) 99876-5432"');
	expect(found[4]).toContain('"Default Country" cannot be "XX"');
});

test('the country of the server keeps its own numbers from going abroad', async () => {
	const items = [
		{ to: '51998765432' },
		{ to: '51998765432', country: 'BR' },
		{ to: '+51998765432' },
	];
	const brazil = { server: 'https://api.mobizon.com.br', timezone: '' };
	expect(await send(items, brazil, { dryRun: true })).toEqual([
		'"Recipient" could be +51998765432 or +5551998765432 (Brazil): "51998765432"',
		'5551998765432',
		'51998765432',
	]);
	expect(h.service.calls).toEqual([]);
});
