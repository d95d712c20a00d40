import type { Asked, MessageList } from '../../nodes/MessageTrigger/list';
import { readSince, readStart } from '../../nodes/MessageTrigger/reading';
import { startBefore } from '../../nodes/MessageTrigger/serviceClock';

const ALMATY = 'Asia/Almaty';
const terms = { overlap: 5, zone: ALMATY, budget: 60_000 };

function listOf(times: string[]) {
	const calls: Asked[] = [];
	const list: MessageList = {
		async page(asked) {
			calls.push(asked);
			const changes = times.map((time, index) => ({
				id: `${index}`,
				status: 'NEW',
				time,
				row: {},
			}));
			return { changes: changes.reverse(), rows: times.length, total: times.length };
		},
	};
	return { list, calls };
}

describe('where reading begins', () => {
	it.each([
		['Asia/Almaty', '2026-03-10 12:00:00', '2026-03-10 11:59:55'],
		['Asia/Almaty', '2026-01-01 00:00:02', '2025-12-31 23:59:57'],
		// Clocks in Berlin show the hour from two to three twice in October, and never in March.
		['Europe/Berlin', '2026-10-25 02:00:04', '2026-10-25 01:59:59'],
		['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25 01:29:55'],
		['Europe/Berlin', '2026-10-25 03:00:05', '2026-10-25 03:00:00'],
		['Europe/Berlin', '2026-03-29 03:00:01', '2026-03-29 01:59:56'],
	])('in %s, with %s as the newest time: %s', (zone, newest, expected) => {
		expect(startBefore(newest, 5, zone)).toBe(expected);
	});

	it('a trigger that begins looks at the newest second only', async () => {
		const { list, calls } = listOf(['2026-03-10 12:00:00', '2026-03-10 12:00:09']);
		const { from, newest } = await readStart(list, terms);
		expect([from, newest]).toEqual(['2026-03-10 12:00:04', '2026-03-10 12:00:09']);
		expect(calls).toEqual([
			{ order: 'DESC', from: '2000-01-01 00:00:00', page: 0 },
			{ order: 'DESC', from: '2026-03-10 12:00:04', page: 0 },
		]);
	});

	it('an account without a message begins before everything', async () => {
		expect((await readStart(listOf([]).list, terms)).from < '2001').toBe(true);
	});

	it('stays where it is when nothing is there', async () => {
		const { list, calls } = listOf([]);
		const since = { from: '2026-03-10 12:00:01', newest: '2026-03-10 12:00:00', newestAt: 1 };
		expect(await readSince(list, since, terms)).toEqual({ changes: [], isWhole: false, ...since });
		expect(calls).toHaveLength(1);
	});

	it.each([
		['until late changes must have shown, the overlap', 6_999, '2026-03-10 12:00:05'],
		['what came since the poll before', 7_000, '2026-03-10 12:00:09'],
	])('reads again, %s', async (_what, elapsed, expected) => {
		const start = { from: '2026-03-10 12:00:00', newest: '2026-03-10 12:00:08', newestAt: 1_000 };
		const now = jest.spyOn(Date, 'now').mockReturnValue(1_000 + elapsed);
		const { list } = listOf(['2026-03-10 12:00:10']);
		const { from, newest, newestAt } = await readSince(list, start, terms);
		now.mockRestore();
		expect([from, newest, newestAt]).toEqual([expected, '2026-03-10 12:00:10', 1_000 + elapsed]);
	});
});
