import { DateTime } from 'luxon';

import { fromItem, harness } from './lib/harness.mts';

// The limits of deferred sending are measured by the real clock.
const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';

describe.each(['observed', 'documented'] as const)(
	'Message/SendSmsMessage, %s answers',
	(dialect) => {
		beforeEach(() => h.service.setDialect(dialect));

		test('sends every parameter', async () => {
			const later = DateTime.now().plus({ hours: 2 }).startOf('second');
			const { main, error } = await h.message('message.send', {
				recipient: '+7 (701) 123-45-67',
				text: 'Sale? 50% / "a&b" + ü',
				additionalFields: {
					from: 'Shop',
					campaignName: 'Spring',
					deferredToTs: later.toUTC().toISO(),
					shortenLinks: true,
					validity: 60,
				},
			});
			expect(error).toBeUndefined();
			expect(h.wire(SEND)).toEqual([
				{
					recipient: '77011234567',
					text: 'Sale? 50% / "a&b" + ü',
					from: 'Shop',
					params: {
						name: 'Spring',
						deferredToTs: later.setZone('Asia/Almaty').toFormat('yyyy-MM-dd HH:mm:ss'),
						shortenLinks: '1',
						validity: '60',
					},
				},
			]);
			expect(main).toHaveLength(1);
			expect(main[0]).toMatchObject({
				json: {
					recipient: '77011234567',
					campaignId: 70000000001,
					messageId: 70000000002,
					status: 2,
					statusText: 'deferred',
					segments: 1,
				},
				pairedItem: { item: 0 },
			});
		});

		test('a message that waits for a moderator', async () => {
			const { main } = await h.message('message.send', {
				recipient: '77011234567',
				text: 'For moderation',
			});
			expect(main[0].json).toMatchObject({ status: 1, statusText: 'awaitingModeration' });
		});
	},
);

test('leaves out what was not given; an empty sender is not sent', async () => {
	await h.message('message.send', {
		recipient: '77011234567',
		text: ' Hi ',
		additionalFields: { from: '', campaignName: ' ', shortenLinks: false },
	});
	expect(h.wire(SEND)).toEqual([{ recipient: '77011234567', text: ' Hi ' }]);
});

test('several items: one call each, outputs in the order of the items', async () => {
	const items = Array.from({ length: 12 }, (_, n) => ({ to: 77011230000 + n, text: `No ${n}` }));
	h.service.faults.add({
		method: SEND,
		when: ({ rawBody }) => rawBody.includes('230000'),
		kind: { delay: 50 },
	});
	const { main } = await h.message(
		'message.send',
		{ recipient: fromItem('to'), text: fromItem('text') },
		{ items },
	);
	expect(h.wire(SEND)).toHaveLength(12);
	expect(main.map(({ json, pairedItem }) => [json.recipient, pairedItem])).toEqual(
		items.map(({ to }, item) => [String(to), { item }]),
	);
	const texts = main.map(({ json }) => h.service.store.message(Number(json.messageId))?.text);
	expect(texts).toEqual(items.map(({ text }) => text));
});

test('preview makes no call', async () => {
	const { main } = await h.message(
		'message.preview',
		{ recipient: fromItem('to'), text: fromItem('text') },
		{
			items: [
				{ to: '8 701 123 45 67', text: 'a'.repeat(161) },
				{ to: 'nobody', text: 'x' },
				{ to: 380501234567, text: 'Привет' },
			],
			onError: 'continueRegularOutput',
		},
	);
	expect(main.map(({ json }) => json.error ?? json)).toEqual([
		{
			recipient: '77011234567',
			encoding: 'GSM-7',
			characters: 161,
			segments: 2,
			nonGsmCharacters: [],
		},
		'"Recipient" holds letters: "nobody"',
		{
			recipient: '380501234567',
			encoding: 'UCS-2',
			characters: 6,
			segments: 1,
			nonGsmCharacters: ['П at 1', 'р at 2', 'и at 3', 'в at 4', 'е at 5', 'т at 6'],
		},
	]);
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(h.service.calls).toEqual([]);
});

test('a success without a message id is a failure: the message was not accepted', async () => {
	h.service.faults.add({ kind: { code: 0, data: { text: ['Forbidden word'] } } });
	const { main } = await h.message(
		'message.send',
		{ recipient: '77011234567', text: 'Hi' },
		{ onError: 'continueRegularOutput' },
	);
	expect(main[0].json.error).toBe(
		'The service answered well but gave the message no ID, so it did not accept it (code 0): text: Forbidden word',
	);
	expect(h.wire('Message/SendSmsMessage')).toHaveLength(1);
});
