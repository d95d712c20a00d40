import { asIs, INJECTION, LEFT_OUT, NO_ID, NO_TEXT, NO_TIME, parametersOf } from './target.mts';
import type { Carried, Target, Value } from './target.mts';

const recipient = '77011234567';
const message = { recipient, text: 'Hi' };
const hours = { allowedHours: { values: { from: '00:00', to: '24:00' } } };

const ofSend = parametersOf('message', 'message.send', 'Message/SendSmsMessage');
const ofReports = parametersOf('message', 'deliveryReport.get', 'Message/GetSMSStatus');

const previewed = parametersOf('message', 'message.preview', '')(message);
const sent = ofSend(message);
const added = ofSend(message, 'additionalFields.', 'params.');
const option = ofSend(message, 'options.');
const hour = ofSend({ ...message, options: hours }, 'options.allowedHours.values.');
const ofList = parametersOf('message', 'message.getAll', 'Message/List');
const filter = ofList({}, 'filters.', 'criteria.');
const report = ofReports({ messageIds: '70000000002' });

/** For a parameter that is no part of the call: whether it was made is known by this one. */
const wire = 'recipient';

const NO_SWITCH: Value[] = ['maybe', 'ИСТИНА', 2, '01', {}, [], 'dry'];
const NO_CLOCK: Value[] = ['', ' ', 'nine', '25:00', '9.30', '9-17', '0900', -1, true, {}, []];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** All forms of it are in unit/sms. */
const NO_NUMBER: Value[] = [
	...['', null, 'nobody', '07011234567', '77011234567, 77011234568', '7.7E+10', INJECTION],
	...['77011234567&from=x', '-77011234567', 'x'.repeat(10_000), 1e20, 0, true, {}, [], ['1']],
];

const TEXTS: Carried[] = [
	...asIs(
		INJECTION,
		'?/\\&+ %2B',
		' two  spaces ',
		'a\r\nb',
		'{{ $json }}',
		'Сәлем 😀',
		'x'.repeat(2000),
	),
	[5, '5'],
	['half \ude00', 'half \ufffd'],
];
const NAMES: Carried[] = [...asIs(INJECTION, 'Қазақ', ']'), [' Shop\u00a0', 'Shop'], LEFT_OUT];

/** Spans of time by the beginnings of their names. */
const SPANS = [
	['Campaign Created', 'campaignCreateTs'],
	['Campaign Sent', 'campaignSentTs'],
	['Sending Started', 'startSendTs'],
	['Status Changed', 'statusUpdateTs'],
];

export const messageTargets: Target[] = [
	previewed('Recipient', 'recipient', recipient, { refused: NO_NUMBER }),
	previewed('Text', 'text', 'Hi', { refused: ['', ' \n', null, ...NO_TEXT] }),
	sent('Recipient', 'recipient', recipient, {
		refused: NO_NUMBER,
		carried: [
			['8 (701) 123-45-67', recipient],
			[77011234567, recipient],
			['tel:+49-151-12345678', '4915112345678'],
			["\u202a'+7 701 123 45 67\u202c", recipient],
		],
	}),
	sent('Text', 'text', 'Hi', { refused: ['', ' \n', null, ...NO_TEXT], carried: TEXTS }),
	added('Sender', 'from', 'Shop', {
		refused: ['x'.repeat(101), ...NO_TEXT],
		carried: NAMES,
		wire: 'from',
	}),
	added('Campaign Name', 'campaignName', 'Spring', {
		refused: ['x'.repeat(256), ...NO_TEXT],
		carried: asIs(INJECTION, 'a]b', '😀'.repeat(255)),
		wire: 'params.name',
	}),
	added('Validity (Minutes)', 'validity', 60, {
		refused: [59, 1441, 60.5, 0, 'long', '1e3', true, {}, []],
		carried: [['1440', '1440'], [' 60.0 ', '60'], LEFT_OUT],
	}),
	added('Send At', 'deferredToTs', '', {
		refused: ['2020-01-01 00:00:00', '2099-01-01', ...NO_TIME],
	}),
	option('Dry Run', 'dryRun', null, { refused: NO_SWITCH, wire }),
	option('Smart Encoding', 'smartEncoding', null, { refused: NO_SWITCH, wire }),
	option('Max Segments', 'maxSegments', null, { refused: [-1, 0.5, 'x', {}], wire }),
	hour('Hours From', 'from', '0:00', { refused: [...NO_CLOCK, '24:00'], wire }),
	hour('Hours To', 'to', '24:00', { refused: [...NO_CLOCK, '00:00'], wire }),
	hour('Days', 'days', DAYS, {
		refused: ['', 'weekdays', 1, ['mon', 'x'], [], [[]], {}, true],
		wire,
	}),
	hour('Time Zone', 'timezone', 'Europe/Kyiv', {
		refused: ['UTC+5', 'Kyiv time', 5, true, {}, []],
		wire,
	}),
	filter('Campaign IDs', 'campaignIds', ['5'], {
		refused: [',', '1,x', ['x'], [[]], { 0: 1 }, ...NO_ID],
		carried: [['1, 2;2\n3.0', ['1', '2', '3']], [7, ['7']], LEFT_OUT],
	}),
	filter('Groups', 'groups', ['5'], { refused: ['x', [true], {}], carried: [['8,9', ['8', '9']]] }),
	filter('From', 'from', 'Shop', { refused: NO_TEXT, carried: NAMES }),
	filter('To', 'to', '7701', {
		refused: ['abc', '7701,7702', '+', INJECTION, 'x'.repeat(50), ...NO_TEXT],
		carried: [
			['8 (701) 123-45-67', recipient],
			['77011234567.0', recipient],
			['\u200b７701', '7701'],
			[4567, '4567'],
		],
	}),
	filter('Text', 'text', 'Hi', { refused: NO_TEXT, carried: asIs(INJECTION, ' a ', '😀]') }),
	filter('Status', 'status', 'DELIVRD', {
		refused: NO_TEXT,
		carried: [...asIs('NEWER', INJECTION), [3, '3'], LEFT_OUT],
	}),
	filter('Campaign Status', 'campaignStatus', 'DONE', {
		refused: NO_TEXT,
		carried: asIs('DEFERRED', INJECTION),
	}),
	...SPANS.flatMap(([label, name]) =>
		['From', 'To'].map((end) =>
			filter(`${label} ${end}`, `${name}${end}`, '2026-03-01 10:00:00', {
				refused: NO_TIME,
				carried: [LEFT_OUT],
			}),
		),
	),
	report('Message IDs', 'messageIds', 70000000002, {
		refused: ['', null, ',', ' ; ', '1,x', [], ['x'], [[]], [null, ''], { id: 5 }, ...NO_ID],
		wire: 'ids',
	}),
	report('IDs Without a Report', 'options.missing', 'omit', {
		refused: ['maybe', 'ERROR', true, 5, {}, []],
		wire: 'ids',
	}),
];
