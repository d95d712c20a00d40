import type { RateLimit } from '../index.mts';
import { useService } from './harness.mts';

const api = useService();

/** The codes of calls that each come so many ms after the one before. */
const codes = async (limit: RateLimit, gaps: number[]) => {
	api.service.faults.rateLimit = limit;
	const found: number[] = [];
	for (const ms of gaps) {
		api.service.advance(ms);
		found.push((await api.call('Link/List')).code);
	}
	return found;
};

describe('F18: limits of calls', () => {
	it.each<[string, RateLimit, number[], number[]]>([
		['a minute', { perMinute: 2 }, [0, 30_000, 29_999, 1, 0], [0, 0, 30, 0, 30]],
		['an hour', { perHour: 1 }, [0, 3_599_999, 1, 60_000], [0, 30, 0, 30]],
		['a scaled minute', { perMinute: 1, minuteLasts: 50 }, [0, 49, 1], [0, 30, 0]],
		['a scaled hour', { perHour: 1, hourLasts: 70 }, [0, 69, 1], [0, 30, 0]],
		['a scaled second', { perSecond: 1, secondLasts: 10 }, [0, 9, 1], [0, 30, 0]],
		[
			'all of them at once',
			{ perSecond: 1, perMinute: 2, perHour: 3 },
			[0, 0, 1000, 1000, 60_000, 1000, 3_600_000],
			[0, 30, 0, 30, 0, 30, 0],
		],
	])('by %s', async (_what, limit, gaps, expected) => {
		expect(await codes(limit, gaps)).toEqual(expected);
	});

	it('are set over HTTP', async () => {
		const body = JSON.stringify({ rateLimit: { perMinute: 1, methods: ['Link/List'] } });
		const headers = { 'Content-Type': 'application/json' };
		await fetch(`${api.service.url}/_control/settings`, { method: 'POST', body, headers });
		expect(api.service.faults.rateLimit).toEqual({ perMinute: 1, methods: ['Link/List'] });
	});
});
