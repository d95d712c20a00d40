import { NO_TIME, VALUE, type Target } from './target.mts';

const stats = { node: 'link', choice: 'statistics.get', method: 'Link/GetStats' } as const;
const byId = { link: { __rl: true, mode: 'id', value: '400001' } };

export const statisticsTargets: Target[] = [
	...(['type', 'output'] as const).map((name): Target => ({
		...stats,
		label: name === 'type' ? 'Type' : 'Output',
		parameters: { ...byId, [name]: VALUE },
		good: name === 'type' ? 'daily' : 'totals',
		wire: 'type',
		refused: ['weekly', 'DAILY', 'daily&ids[]=6', 5, true, {}, []],
	})),
	...(['From', 'To'] as const).map((end): Target => ({
		...stats,
		label: `Date ${end}`,
		parameters: { ...byId, output: 'totals', [`date${end}`]: VALUE },
		good: '2026-03-01 10:00:00',
		wire: `criteria.date${end}`,
		refused: NO_TIME,
	})),
	{
		...stats,
		label: 'Date To',
		parameters: { ...byId, output: 'totals', dateFrom: '2026-03-02', dateTo: VALUE },
		good: '2026-03-03 00:00:00',
		wire: 'criteria.dateTo',
		refused: ['2026-03-01', '1999-01-01 00:00:00', '2026-03-01T18:59:59Z'],
	},
];
