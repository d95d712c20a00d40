import { asIs, INJECTION, NO_TEXT, NO_TIME, VALUE, type Target } from './target.mts';

const create = { node: 'link', choice: 'link.create', method: 'Link/Create' } as const;
const update = { node: 'link', choice: 'link.update', method: 'Link/Update' } as const;
const byId = { link: { __rl: true, mode: 'id', value: '400001' } };

const LONG = 'x'.repeat(256);
const SIGNS = [
	INJECTION,
	']',
	'[',
	'a]=1',
	'%5B%26',
	'a + b',
	'a\nb\tc',
	'"<b>\'',
	'=1+1',
	'{{ 1 }}',
	'Қазақ 😀',
];

export const linkTargets: Target[] = [
	{
		...create,
		label: 'Full Link',
		parameters: { fullLink: VALUE },
		good: 'example.com/good',
		wire: 'data.fullLink',
		refused: [
			...['', '   ', 'example', 'not a url', 'http://', 'https://', 'http://?x', '://example.com'],
			...['https://ex ample.com', 'example.com/a b', 'javascript:alert(1)', 'mailto:a@b.example'],
			...['me@example.com', 'user:pass@example.com', 'data:text/html,x', 'C:\\dir\\file.txt'],
			...['http://.', '..', '@', 'example..com', 'http://a:b:c', null, 5, ...NO_TEXT],
		],
		carried: [
			...asIs('example.com', 'HTTPS://EXAMPLE.COM/A', 'https://пример.рф/путь?я=1', 'localhost'),
			...asIs(
				'https://example.com/?a[b]=1&data[status]=0#x',
				'https://user:pass@example.com:8080/',
			),
			...asIs(
				'http://[::1]/x',
				'https://example.com/%20+%2B',
				'https://example.com/😀',
				'sub.example.com.',
			),
			...asIs(`https://example.com/${'a'.repeat(5000)}`),
			[' example.com\n', 'example.com'],
		],
	},
	{
		...create,
		label: 'Comment',
		parameters: { fullLink: 'example.com', additionalFields: { comment: VALUE } },
		good: 'Good',
		wire: 'data.comment',
		refused: [LONG, '😀'.repeat(256), ...NO_TEXT],
		carried: [
			...asIs(...SIGNS, '😀'.repeat(255), 'x'.repeat(255)),
			['', undefined],
			['  ', undefined],
			[null, undefined],
			[0, '0'],
			[12.5, '12.5'],
			['half \ud83d', 'half \ufffd'],
		],
	},
	{
		...create,
		label: 'Status',
		parameters: { fullLink: 'example.com', additionalFields: { status: VALUE } },
		good: 1,
		wire: 'data.status',
		refused: [2, -1, 0.5, 'active', 'yes', '01', '0&data[comment]=x', [], [0], {}],
		carried: [
			[0, '0'],
			['0', '0'],
			[false, '0'],
			[' 1 ', '1'],
			['TRUE', '1'],
			['', undefined],
			[null, undefined],
		],
	},
	{
		...create,
		label: 'Expiration Date',
		parameters: { fullLink: 'example.com', additionalFields: { expirationDate: VALUE } },
		good: '2026-12-30',
		wire: 'data.expirationDate',
		refused: NO_TIME,
		carried: [
			['2026-12-31', '2026-12-31'],
			['2026-12-31 23:59:59', '2026-12-31'],
			['31.12.2026', '2026-12-31'],
			['2026-12-31T20:00:00Z', '2027-01-01'],
			[46387, '2026-12-31'],
			['46387', '2026-12-31'],
			[1798671600, '2026-12-31'],
			['', undefined],
			[null, undefined],
		],
	},
	{
		...update,
		label: 'Comment',
		parameters: { ...byId, updateFields: { expiration: 'never', comment: VALUE } },
		good: 'Good',
		wire: 'data.comment',
		refused: [LONG, ...NO_TEXT],
		carried: [...asIs(...SIGNS, '', ' '), [null, undefined]],
	},
	{
		...update,
		label: 'Status',
		parameters: { ...byId, updateFields: { expiration: 'never', status: VALUE } },
		good: 1,
		wire: 'data.status',
		refused: [3, 'off', {}, []],
		carried: [
			[0, '0'],
			['', undefined],
		],
	},
	{
		...update,
		label: 'Expiration',
		parameters: { ...byId, updateFields: { expiration: VALUE } },
		good: 'never',
		wire: 'data.expirationDate',
		refused: ['soon', 'KEEP', 'never ', 5, true, {}, []],
	},
	{
		...update,
		label: 'Expiration Date',
		parameters: { ...byId, updateFields: { expiration: 'date', expirationDate: VALUE } },
		good: '2026-12-30',
		wire: 'data.expirationDate',
		refused: ['', ' ', null, ...NO_TIME],
		carried: [['2027-01-01T00:00:00', '2027-01-01']],
	},
];
