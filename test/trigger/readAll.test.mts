import type { Asked, MessageList, Page } from '../../nodes/MessageTrigger/list';
import { readAll } from '../../nodes/MessageTrigger/readAll';

/** A list of IDs, newest first, that something happens to before each answer. */
function listOf(ids: string[], happens: (ids: string[], call: number) => void) {
	const calls: Asked[] = [];
	const list: MessageList = {
		async page(asked): Promise<Page> {
			happens(ids, calls.length);
			calls.push(asked);
			const shown = ids.slice(asked.page * 2, asked.page * 2 + 2);
			const time = '2026-03-10 12:00:00';
			const changes = shown.map((id) => ({ id, status: 'DELIVRD', time, row: {} }));
			return { changes, rows: changes.length, total: ids.length };
		},
	};
	return { list, calls };
}

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => String(100 + i));
const read = async (list: MessageList) =>
	new Set((await readAll(list, { from: '2026-03-10 00:00:00' })).map(({ id }) => id));

describe('reading a span', () => {
	it.each([
		[0, 1],
		[1, 1],
		[2, 1],
		[3, 2],
		[4, 2],
		[5, 3],
	])('asks no more often than %i messages need: %i times', async (count, expected) => {
		const { list, calls } = listOf(idsOf(count), () => undefined);
		expect([...(await read(list))]).toEqual(idsOf(count));
		expect(calls).toHaveLength(expected);
		expect(calls.map(({ page }) => page)).toEqual(idsOf(expected).map((_, page) => page));
	});

	it('passes none over when those read before leave the span, time and again', async () => {
		const ids = idsOf(12);
		const { list } = listOf(ids, (rows, call) => {
			if (call > 0 && call % 2 === 1 && rows.length > 5) rows.shift();
		});
		const result = await read(list);
		expect(ids.filter((id) => !result.has(id))).toEqual([]);
	});

	it('passes none over when more leave than a page holds', async () => {
		const ids = idsOf(12);
		const { list } = listOf(ids, (rows, call) => {
			if (call === 3) rows.splice(0, 5);
		});
		expect([...(await read(list))].sort()).toEqual(idsOf(12));
	});

	it('passes none over when new ones push the rest down', async () => {
		const { list } = listOf(idsOf(6), (rows, call) => {
			if (call > 0 && call < 5) rows.unshift(`new ${call}`);
		});
		expect([...(await read(list))]).toEqual(expect.arrayContaining(idsOf(6)));
	});

	it('reads again when the service ordered equal times anew between two pages', async () => {
		const { list, calls } = listOf(['1', '2', '3', '4'], (rows, call) => {
			if (call === 1) rows.splice(0, 4, '1', '3', '2', '4');
		});
		expect([...(await read(list))].sort()).toEqual(['1', '2', '3', '4']);
		expect(calls.map(({ page }) => page)).toEqual([0, 1, 0, 1]);
	});

	it('does not look for ever for one that is gone', async () => {
		const { list, calls } = listOf(idsOf(4), (rows, call) => {
			if (call === 1) rows.pop();
		});
		expect([...(await read(list))]).toEqual(idsOf(3));
		expect(calls.length).toBeLessThan(10);
	});
});
