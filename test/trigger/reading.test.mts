import type { Asked, MessageList } from '../../nodes/MessageTrigger/list';
import { readSince, readStart } from '../../nodes/MessageTrigger/reading';
import { startBefore } from '../../nodes/MessageTrigger/serviceClock';

const ALMATY = 'Asia/Almaty';
const terms = { overlap: 5, zone: ALMATY, budget: 60_000 };

function listOf(times: string[]) {
	const calls: Asked[] = [];
	const list: MessageList = {
		pageSize: 100,
		async page(asked) {
			calls.push(asked);
			const changes = times.map((time, index) => ({
				id: `${index}`,
				status: 'NEW',
				time,
				row: {},
			}));
			return { changes: changes.reverse(), total: times.length };
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
		const { from } = await readStart(list, terms);
		expect(from).toBe('2026-03-10 12:00:04');
		expect(calls).toEqual([
			{ order: 'DESC', page: 0 },
			{ order: 'DESC', from: '2026-03-10 12:00:04', page: 0 },
		]);
	});

	it('an account without a message begins before everything', async () => {
		expect((await readStart(listOf([]).list, terms)).from < '2001').toBe(true);
	});

	it('stays where it is when nothing is there', async () => {
		const { list, calls } = listOf([]);
		const since = '2026-03-10 12:00:00';
		expect(await readSince(list, since, terms)).toEqual({ changes: [], from: since });
		expect(calls).toHaveLength(1);
	});
});
