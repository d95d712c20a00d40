import { asIs, INJECTION, NO_TEXT, NO_TIME, VALUE, type Target, type Value } from './target.mts';

const send = { node: 'message', choice: 'message.send', method: 'Message/SendSmsMessage' } as const;
const preview = { node: 'message', choice: 'message.preview', method: '', wire: '' } as const;
const to = '77011234567';

/** What can be read neither as true nor as false. */
const NO_SWITCH: Value[] = ['maybe', 'ИСТИНА', 2, '01', {}, [], 'dry'];

const NO_NUMBER: Value[] = [
	...['', ' ', null, 'nobody', '123', '+', '00', '07011234567', '7701123456789012', INJECTION],
	...['77011234567, 77011234568', '77011234567;77011234568', '77011234567\n77011234568', '7.7E+10'],
	...['77011234567&from=x', '+7701+1234567', '-77011234567', 'x'.repeat(10_000)],
	...[-77011234567, 1e20, 7, 0, true, {}, [], [to]],
];

const sendField = (
	label: string,
	name: string,
	good: Value,
	refused: Value[],
	carried?: Target['carried'],
): Target => ({
	...send,
	label,
	parameters: { recipient: to, text: 'Hi', additionalFields: { [name]: VALUE } },
	good,
	wire: name === 'from' ? 'from' : `params.${name === 'campaignName' ? 'name' : name}`,
	refused,
	carried,
});

const sendOption = (label: string, name: string, refused: Value[]): Target => ({
	...send,
	label,
	parameters: { recipient: to, text: 'Hi', options: { [name]: VALUE } },
	good: null,
	wire: 'recipient',
	refused,
});

const hoursField = (label: string, name: string, good: Value, refused: Value[]): Target => ({
	...send,
	label,
	parameters: {
		recipient: to,
		text: 'Hi',
		options: { allowedHours: { values: { from: '00:00', to: '24:00', [name]: VALUE } } },
	},
	good,
	wire: 'recipient',
	refused,
});

const NO_CLOCK: Value[] = ['', ' ', 'nine', '25:00', '9.30', 9.5, '9-17', '0900', -1, true, {}, []];

export const sendTargets: Target[] = [
	{
		...preview,
		label: 'Recipient',
		parameters: { recipient: VALUE, text: 'Hi' },
		good: to,
		refused: NO_NUMBER,
	},
	{
		...preview,
		label: 'Text',
		parameters: { recipient: to, text: VALUE },
		good: 'Hi',
		refused: ['', ' \n', null, ...NO_TEXT],
	},
	{
		...send,
		label: 'Recipient',
		parameters: { recipient: VALUE, text: 'Hi' },
		good: to,
		wire: 'recipient',
		refused: NO_NUMBER,
		carried: [
			['8 (701) 123-45-67', to],
			[77011234567, to],
			['+380 50 123 45 67', '380501234567'],
			['tel:+49-151-12345678', '4915112345678'],
			["'77011234567", to],
			['\u202a+7 701 123 45 67\u202c', to],
		],
	},
	{
		...send,
		label: 'Text',
		parameters: { recipient: to, text: VALUE },
		good: 'Hi',
		wire: 'text',
		refused: ['', ' \n', null, ...NO_TEXT],
		carried: [
			...asIs(
				INJECTION,
				']',
				'?/\\&+ %2B',
				' two  spaces ',
				'a\r\nb',
				'{{ $json }}',
				'Сәлем 😀',
				'x'.repeat(2000),
			),
			[5, '5'],
			['half \ude00', 'half \ufffd'],
		],
	},
	sendField(
		'Sender',
		'from',
		'Shop',
		['x'.repeat(101), ...NO_TEXT],
		[...asIs(INJECTION, 'Қазақ'), ['', undefined], [' Shop\u00a0', 'Shop']],
	),
	sendField(
		'Campaign Name',
		'campaignName',
		'Spring',
		['x'.repeat(256), ...NO_TEXT],
		asIs(INJECTION, 'a]b', '😀'.repeat(255)),
	),
	sendField(
		'Validity (Minutes)',
		'validity',
		60,
		[59, 1441, 60.5, -1, 0, 'long', '60 minutes', '1e3', true, {}, []],
		[
			['1440', '1440'],
			[' 60.0 ', '60'],
			['', undefined],
		],
	),
	sendField('Send At', 'deferredToTs', '', ['2020-01-01 00:00:00', '2099-01-01', ...NO_TIME]),
	sendOption('Dry Run', 'dryRun', NO_SWITCH),
	sendOption('Smart Encoding', 'smartEncoding', NO_SWITCH),
	hoursField('Hours From', 'from', '0:00', [...NO_CLOCK, '24:00']),
	hoursField('Hours To', 'to', '24:00', [...NO_CLOCK, '00:00']),
	hoursField(
		'Days',
		'days',
		['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
		['', 'weekdays', 1, ['mon', 'x'], [], [[]], {}, true],
	),
	hoursField('Time Zone', 'timezone', 'Europe/Kyiv', ['UTC+5', 'Kyiv time', 5, true, {}, []]),
	sendOption('Max Segments', 'maxSegments', [-1, 0.5, 'x', {}]),
];
