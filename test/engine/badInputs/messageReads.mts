import {
	asIs,
	INJECTION,
	NO_ID,
	NO_TEXT,
	NO_TIME,
	VALUE,
	type Target,
	type Value,
} from './target.mts';

const list = { node: 'message', choice: 'message.getAll', method: 'Message/List' } as const;

const filter = (
	label: string,
	name: string,
	good: Value,
	refused: Value[],
	carried?: Target['carried'],
): Target => ({
	...list,
	label,
	parameters: { filters: { [name]: VALUE } },
	good,
	wire: `criteria.${name}`,
	refused,
	carried,
});

const span = (label: string, name: string): Target[] =>
	['From', 'To'].map((end) =>
		filter(`${label} ${end}`, `${name}${end}`, '2026-03-01 10:00:00', NO_TIME, [['', undefined]]),
	);

export const messageReadTargets: Target[] = [
	filter(
		'Campaign IDs',
		'campaignIds',
		['5'],
		[',', '1,x', ['x'], [[]], { 0: 1 }, ...NO_ID.filter((value) => value !== '5 6')],
		[
			['1, 2;2\n3', ['1', '2', '3']],
			['1.0,\u00a02', ['1', '2']],
			[7, ['7']],
			['', undefined],
		],
	),
	filter('Groups', 'groups', ['5'], ['x', [true], {}], [['8,9', ['8', '9']]]),
	filter('From', 'from', 'Shop', NO_TEXT, [...asIs(INJECTION, ']'), [' Shop\u00a0', 'Shop']]),
	filter(
		'To',
		'to',
		'7701',
		['abc', '7701,7702', '+', INJECTION, 'x'.repeat(50), ...NO_TEXT],
		[
			['+7 (701)', '7701'],
			['77011234567.0', '77011234567'],
			['\u200b７701', '7701'],
		],
	),
	filter('Text', 'text', 'Hi', NO_TEXT, asIs(INJECTION, ' a ', '😀]')),
	filter('Status', 'status', 'DELIVRD', NO_TEXT, [
		...asIs('NEWER', INJECTION),
		[3, '3'],
		['', undefined],
	]),
	filter('Campaign Status', 'campaignStatus', 'DONE', NO_TEXT, asIs('DEFERRED', INJECTION)),
	...span('Campaign Created', 'campaignCreateTs'),
	...span('Campaign Sent', 'campaignSentTs'),
	...span('Sending Started', 'startSendTs'),
	...span('Status Changed', 'statusUpdateTs'),
	{
		node: 'message',
		choice: 'deliveryReport.get',
		label: 'Message IDs',
		parameters: { messageIds: VALUE },
		good: 70000000002,
		method: 'Message/GetSMSStatus',
		wire: 'ids',
		refused: [
			'',
			null,
			',',
			' ; ',
			'1,x',
			[],
			['x'],
			[[]],
			[null, ''],
			{ id: 5 },
			...NO_ID.filter((value) => value !== '5 6'),
		],
	},
	{
		node: 'message',
		choice: 'deliveryReport.get',
		label: 'IDs Without a Report',
		parameters: { messageIds: '70000000002', options: { missing: VALUE } },
		good: 'omit',
		method: 'Message/GetSMSStatus',
		wire: 'ids',
		refused: ['maybe', 'ERROR', true, 5, {}, []],
	},
];
