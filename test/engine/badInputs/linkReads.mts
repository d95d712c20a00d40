import { asIs, INJECTION, NO_ID, NO_TEXT, NO_TIME, VALUE, type Target } from './target.mts';

const list = { node: 'link', choice: 'link.getAll', method: 'Link/List' } as const;

const code = (value: string | number | null | object) => ({ mode: 'code', value });
const url = (value: string) => ({ mode: 'url', value });

export const linkReadTargets: Target[] = [
	...(['link.get', 'link.delete'] as const).map((choice): Target => ({
		node: 'link',
		choice,
		label: 'Link',
		parameters: { link: VALUE },
		good: 400001,
		method: choice === 'link.get' ? 'Link/Get' : 'Link/Delete',
		wire: choice === 'link.get' ? 'id' : 'ids',
		refused: [
			...['', ' ', null, [], ['400001'], [400001], INJECTION, ...NO_ID],
			...[
				{ mode: 'id' },
				{ mode: 'id', value: '' },
				{ mode: 'id', value: null },
				{ mode: 'id', value: ['1'] },
			],
			...['', ' ', 'a b', 'a/b', 'a&id=5', 'ä', 'a.b', 'x'.repeat(101), {}, null].map(code),
			...[
				'',
				'abcd',
				'https://',
				'https://mbzn.co',
				'https://mbzn.co/',
				'http://a b/c',
				`h/${'x'.repeat(2000)}`,
			].map(url),
		],
	})),
	{
		node: 'link',
		choice: 'link.get',
		label: 'Link',
		parameters: { link: VALUE },
		good: '400001',
		method: 'Link/Get',
		wire: 'id',
		refused: [],
		carried: [
			['00400001', '400001'],
			[' 400001 ', '400001'],
			[{ mode: 'list', value: '400001' }, '400001'],
			[{ value: 400001 }, '400001'],
			[{ mode: 'id', value: '\u200b400001.0' }, '400001'],
			['9007199254740993', '9007199254740993'],
		],
	},
	{
		node: 'link',
		choice: 'campaign.getLinks',
		label: 'Campaign ID',
		parameters: { campaignId: VALUE },
		good: 70000000001,
		method: 'Link/GetLinks',
		wire: 'campaignId',
		refused: ['', null, '1,2', [], [1], ...NO_ID],
		carried: [
			[' 070000000002 ', '70000000002'],
			['70000000002.0', '70000000002'],
			["'70000000002", '70000000002'],
			['\ufeff７0000000002\u200b', '70000000002'],
		],
	},
	{
		...list,
		label: 'Limit',
		parameters: { limit: VALUE },
		good: 25,
		wire: 'pagination.pageSize',
		refused: [0, -1, 1.5, 'ten', '', null, {}, [], true, 1e9, '5; 6', '0', '1e2', 'NaN'],
		carried: [
			['26', '50'],
			['\u00a0２６\ufeff', '50'],
			["'26", '50'],
			[' 30.0 ', '50'],
			[100, '100'],
		],
	},
	...(['status', 'moderatorStatus'] as const).map((name): Target => ({
		...list,
		label: name === 'status' ? 'Status' : 'Moderator Status',
		parameters: { filters: { [name]: VALUE } },
		good: 1,
		wire: `criteria.${name}`,
		refused: [2, 'blocked', [], {}, '1&criteria[query]=x'],
		carried: [
			[false, '0'],
			['', undefined],
		],
	})),
	...(['From', 'To'] as const).map((end): Target => ({
		...list,
		label: `Created ${end}`,
		parameters: { filters: { [`createTs${end}`]: VALUE } },
		good: end === 'From' ? '2026-03-01' : '2026-03-01 10:00:00',
		wire: `criteria.createTs${end}`,
		refused: NO_TIME,
		carried: [
			['2026-03-02', end === 'From' ? '2026-03-02' : '2026-03-02 23:59:59'],
			['', undefined],
		],
	})),
	{
		...list,
		label: 'Query',
		parameters: { filters: { query: VALUE } },
		good: 'good',
		wire: 'criteria.query',
		refused: NO_TEXT,
		carried: [...asIs(INJECTION, ']', ' Қазақ 😀 ', 'x'.repeat(3000)), [5, '5'], ['', undefined]],
	},
	...(['field', 'direction'] as const).map((name): Target => ({
		...list,
		label: 'Sort',
		parameters: { sort: { by: [{ field: 'code', direction: 'ASC', [name]: VALUE }] } },
		good: name === 'field' ? 'code' : 'ASC',
		wire: 'sort.code',
		refused: ['', 'id', 'asc', 'code]', '__proto__', 'constructor', null, 5, {}, [], 'ASC&x=1'],
	})),
];
