import { fromItem, harness } from './lib/harness.mts';

const h = harness();
const BRAZIL = { server: 'https://api.mobizon.com.br', timezone: '' };

const numbers = (...given: Array<[to: string, country?: string]>) =>
	given.map(([to, country]) => ({ to, country }));

const send = async (items: Array<{ to: string; country?: string }>, change = {}, options = {}) =>
	await h.message(
		'message.send',
		{
			recipient: fromItem('to'),
			text: 'Hello',
			additionalFields: { defaultCountry: fromItem('country') },
			options,
		},
		{ items, onError: 'continueRegularOutput', credential: h.credential(change) },
	);

test('each item is read in its own default country; what has none is refused, and nothing else with it', async () => {
	const { main } = await send(
		numbers(
			['(51) 99876-5432', 'BR'],
			['0170 1234567', 'DE'],
			['701 123 45 67', ' kz '],
			['067 123 45 67', 'Ukraine'],
			['(51) 99876-5432'],
			['0170 1234567', 'XX'],
			['+7 701 123 45 68', 'BR'],
		),
	);
	const sent = ['5551998765432', '491701234567', '77011234567', '380671234567', '77011234568'];
	expect(h.wire('Message/SendSmsMessage')).toHaveLength(sent.length);
	expect(h.wire('Message/SendSmsMessage')).toEqual(
		expect.arrayContaining(sent.map((recipient) => expect.objectContaining({ recipient }))),
	);
	const texts = main.map(({ json }) => String(json.recipient ?? json.error));
	expect(texts[4]).toContain('"Recipient" is in national form: "(51) 99876-5432"');
	expect(texts[5]).toContain('"Default Country" cannot be "XX"');
});

test('the country of the server keeps its own numbers from going abroad', async () => {
	const items = numbers(['51998765432'], ['51998765432', 'BR'], ['77011234567'], ['+51998765432']);
	const { main } = await send(items, BRAZIL, { dryRun: true });
	expect(main.map(({ json }) => String(json.recipient ?? json.error))).toEqual([
		'"Recipient" could be +51998765432 or +5551998765432 (Brazil): "51998765432"',
		'5551998765432',
		'77011234567',
		'51998765432',
	]);
	expect(h.service.calls).toEqual([]);
});

test('Preview reads numbers in the default country and names what is not GSM, without a call', async () => {
	const { main } = await h.message(
		'message.preview',
		{ recipient: fromItem('to'), text: 'It’s here', defaultCountry: fromItem('country') },
		{
			items: numbers(['8 701 123 45 67'], ['0170 1234567', 'DE'], ['0170 1234567', '']),
			onError: 'continueRegularOutput',
		},
	);
	const counted = { encoding: 'UCS-2', characters: 9, segments: 1, nonGsmCharacters: ['’ at 3'] };
	expect(main.slice(0, 2).map(({ json }) => json)).toEqual([
		{ recipient: '77011234567', ...counted },
		{ recipient: '491701234567', ...counted },
	]);
	expect(main[2].json.error).toContain('is in national form');
	expect(h.service.calls).toEqual([]);
});
