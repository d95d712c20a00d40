import { asIs, INJECTION, LEFT_OUT, NO_ID, NO_TEXT, NO_TIME, parametersOf } from './target.mts';
import type { Carried, Target } from './target.mts';

const link = { mode: 'id', value: '400001' };
const totals = { link, output: 'totals' };
const byCode = { sort: { by: [{ field: 'code', direction: 'ASC' }] } };
const updated = { link, updateFields: { expirationDate: '2027-01-01' } };

const ofCreate = parametersOf('link', 'link.create', 'Link/Create');
const ofList = parametersOf('link', 'link.getAll', 'Link/List');
const ofStatistics = parametersOf('link', 'statistics.get', 'Link/GetStats');

const created = ofCreate({}, '', 'data.');
const added = ofCreate({ fullLink: 'example.com' }, 'additionalFields.', 'data.');
const changed = parametersOf('link', 'link.update', 'Link/Update')(
	updated,
	'updateFields.',
	'data.',
);
const got = parametersOf('link', 'link.get', 'Link/Get')();
const deleted = parametersOf('link', 'link.delete', 'Link/Delete')();
const campaign = parametersOf('link', 'campaign.getLinks', 'Link/GetLinks')();
const filter = ofList({}, 'filters.', 'criteria.');
const sortedBy = ofList(byCode, 'sort.by.0.');
const span = ofStatistics(totals, '', 'criteria.');
const spanFrom = ofStatistics({ ...totals, dateFrom: '2026-03-02' }, '', 'criteria.');

const LONG = 'x'.repeat(256);
const SIGNS = [INJECTION, 'a]=1', '%5B%26', 'a + b', 'a\nb\tc', '"<b>\'', '{{ 1 }}', 'Қазақ 😀'];

const NO_LINK = [
	...['', ' ', null, [], ['400001'], [400001], INJECTION, ...NO_ID],
	...[undefined, '', null, ['1']].map((value) => ({ mode: 'id', value })),
	...['', 'a b', 'a/b', 'a&id=5', 'ä', 'x'.repeat(101), {}].map((value) => ({
		mode: 'code',
		value,
	})),
	...['', 'abcd', 'https://', 'https://mbzn.co/', 'http://a b/c', `h/${'x'.repeat(2000)}`].map(
		(value) => ({ mode: 'url', value }),
	),
];

const DAYS: Carried[] = [
	['31.12.2026', '2026-12-31'],
	['2026-12-31T20:00:00Z', '2027-01-01'],
	["'46387.0", '2026-12-31'],
	['\ufeff2026\u201112\u201131\u00a010:00', '2026-12-31'],
];

const SWITCHES: Carried[] = [[0, '0'], [false, '0'], ['yes', '1'], ['FALSE\u00a0', '0'], LEFT_OUT];

const NO_SORT = ['', 'id', 'asc', 'code]', '__proto__', 'constructor', 'ASC&x=1', null, 5, {}, []];
const NO_CHOICE = ['weekly', 'DAILY', 'daily&ids[]=6', 5, true, {}, []];

export const linkTargets: Target[] = [
	created('Full Link', 'fullLink', 'example.com/good', {
		refused: [
			...[
				'',
				' ',
				'not a url',
				'https://',
				'javascript:alert(1)',
				'me@example.com',
				'C:\\dir\\file',
			],
			...[null, 5, ...NO_TEXT],
		],
		carried: [
			...asIs(
				'example.com',
				'https://пример.рф/путь?я=1',
				'http://[::1]/x',
				'https://example.com/%20+',
			),
			...asIs('https://example.com/?a[b]=1&data[status]=0#x', `example.com/${'a'.repeat(5000)}`),
			[' example.com\n', 'example.com'],
		],
	}),
	added('Comment', 'comment', 'Good', {
		refused: [LONG, '😀'.repeat(256), ...NO_TEXT],
		carried: [
			...[...asIs(...SIGNS, '😀'.repeat(255), 'x'.repeat(255)), LEFT_OUT],
			['  ', undefined],
			[0, '0'],
			['half \ud83d', 'half \ufffd'],
		],
	}),
	added('Status', 'status', 1, {
		refused: [2, -1, 0.5, 'active', '01', '0&data[comment]=x', [], {}],
		carried: SWITCHES,
	}),
	added('Expiration Date', 'expirationDate', '2026-12-30', {
		refused: NO_TIME,
		carried: [...DAYS, LEFT_OUT],
	}),
	changed('Comment', 'comment', 'Good', {
		refused: [LONG, ...NO_TEXT],
		carried: [...asIs(...SIGNS, '', ' '), [null, undefined]],
	}),
	changed('Status', 'status', 1, { refused: [3, 'off', {}, []], carried: SWITCHES }),
	changed('Expiration', 'expiration', 'never', {
		refused: ['soon', 'KEEP', 'never ', 5, true, {}, []],
		wire: 'data.expirationDate',
	}),
	changed('Expiration Date', 'expirationDate', '2026-12-30', { refused: NO_TIME, carried: DAYS }),
	got('Link', 'link', 400001, {
		refused: NO_LINK,
		carried: [
			[' 00400001 ', '400001'],
			[{ mode: 'list', value: '400001' }, '400001'],
			[{ value: 400001 }, '400001'],
			[{ mode: 'id', value: '\u200b400001.0' }, '400001'],
			['9007199254740993', '9007199254740993'],
		],
		wire: 'id',
	}),
	deleted('Link', 'link', 400001, { refused: NO_LINK, wire: 'ids' }),
	campaign('Campaign ID', 'campaignId', 70000000001, {
		refused: ['', null, '1,2', [], [1], ...NO_ID],
		carried: [
			[' 070000000002 ', '70000000002'],
			["'70000000002.0", '70000000002'],
			['\ufeff7０000000002\u200b', '70000000002'],
		],
	}),
	ofList()('Limit', 'limit', 25, {
		refused: [0, -1, 1.5, 'ten', '', null, {}, [], true, 1e9, '5; 6', '1e2'],
		carried: [
			["'26", '50'],
			['\u00a0２６\ufeff', '50'],
			[' 30.0 ', '50'],
			[100, '100'],
		],
		wire: 'pagination.pageSize',
	}),
	filter('Status', 'status', 1, {
		refused: [2, 'blocked', [], {}],
		carried: [[false, '0'], LEFT_OUT],
	}),
	filter('Moderator Status', 'moderatorStatus', 1, {
		refused: [2, 'blocked', [], {}],
		carried: [[false, '0'], LEFT_OUT],
	}),
	filter('Created From', 'createTsFrom', '2026-03-01', {
		refused: NO_TIME,
		carried: [['02.03.2026', '2026-03-02'], LEFT_OUT],
	}),
	filter('Created To', 'createTsTo', '2026-03-01 10:00:00', {
		refused: NO_TIME,
		carried: [['02.03.2026', '2026-03-02 23:59:59'], LEFT_OUT],
	}),
	filter('Query', 'query', 'good', {
		refused: NO_TEXT,
		carried: [...asIs(...SIGNS, 'x'.repeat(3000)), [5, '5'], LEFT_OUT],
	}),
	sortedBy('Sort', 'field', 'code', { refused: NO_SORT, wire: 'sort.code' }),
	sortedBy('Sort', 'direction', 'ASC', { refused: NO_SORT, wire: 'sort.code' }),
	ofStatistics(totals)('Type', 'type', 'daily', { refused: NO_CHOICE }),
	ofStatistics({ link })('Output', 'output', 'totals', { refused: NO_CHOICE, wire: 'type' }),
	span('Date From', 'dateFrom', '2026-03-01 10:00:00', { refused: NO_TIME }),
	span('Date To', 'dateTo', '2026-03-01 10:00:00', { refused: NO_TIME }),
	spanFrom('Date To', 'dateTo', '2026-03-03 00:00:00', {
		refused: ['2026-03-01', '1999-01-01 00:00:00', '2026-03-01T18:59:59Z'],
	}),
];
