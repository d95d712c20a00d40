import { messageList } from '../../nodes/MessageTrigger/list';
import { readSince, readStart } from '../../nodes/MessageTrigger/reading';
import { secondsAfter } from '../../nodes/MessageTrigger/serviceClock';

const NOON = '2026-03-10 12:00:00';
const TERMS = { overlap: 5, zone: 'Asia/Almaty', budget: 600_000 };

/** A service with messages, a second apart, that puts on a page, and tells of the total, what it likes. */
function serviceOf(count: number, pageSize: number, total: (rows: number) => number | undefined) {
	let calls = 0;
	const rows = Array.from({ length: count }, (_, n) => ({
		id: String(n),
		status: 'DELIVRD',
		statusUpdateTs: secondsAfter(NOON, n),
	})).reverse();
	const read = async (_method: string, { pagination }: { [name: string]: unknown }) => {
		calls++;
		const page = Number(Object(pagination).currentPage);
		const items = rows.slice(page * pageSize, (page + 1) * pageSize);
		return { items, totalItemCount: total(count) };
	};
	return { list: messageList({ read }, {}, false), calls: () => calls };
}

const since = { from: NOON, newest: NOON, newestAt: Date.now() };

describe('a service that answers in its own way', () => {
	it.each<[string, number, number, (rows: number) => number | undefined]>([
		['puts fewer on a page than it is asked for', 120, 25, (rows) => rows],
		['puts few on a page, and all fit on the page asked for', 60, 25, (rows) => rows],
		['tells no total', 230, 100, () => undefined],
		['tells no total and puts few on a page', 120, 25, () => undefined],
		['tells no total of one full page', 100, 100, () => undefined],
		['counts rows that it does not show', 60, 100, (rows) => rows + 1000],
	])('%s: every change is read', async (_name, count, pageSize, total) => {
		const { list, calls } = serviceOf(count, pageSize, total);
		const { changes, isWhole } = await readSince(list, since, TERMS);
		expect(isWhole).toBe(true);
		expect(new Set(changes.map(({ id }) => id)).size).toBe(count);
		expect(calls()).toBeLessThan(30);
	});

	it('that shows nothing though it counts some, is not asked for ever', async () => {
		const { list, calls } = serviceOf(0, 100, () => 10);
		expect((await readStart(list, TERMS)).changes).toEqual([]);
		// An empty page that the count contradicts is asked for a second time.
		expect(calls()).toBe(2);
	});
});
