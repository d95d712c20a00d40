import { NOON, SECOND, start } from './harness.mts';

const ROWS = 200_000;
let api: Awaited<ReturnType<typeof start>>;
/**
 * The most rows that anything walks over, copies or sorts while `work` runs; a binary search is none of that.
 * Counted, not timed: the machine may be busy.
 */
const mostWalked = async (work: () => Promise<unknown>): Promise<number> => {
	let most = 0;
	const restore = ['filter', 'map', 'sort', 'slice'].map((name) => {
		const method: unknown = Reflect.get(Array.prototype, name);
		if (typeof method !== 'function') throw new Error(`No method ${name}`);
		const counted = function (this: unknown[], ...given: unknown[]): unknown {
			const result: unknown = Reflect.apply(method, this, given);
			const rows = name === 'slice' ? result : this;
			if (Array.isArray(rows) && rows.length > most) most = rows.length;
			return result;
		};
		const put = (value: unknown) =>
			Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true });
		put(counted);
		return () => put(method);
	});
	try {
		await work();
	} finally {
		for (const each of restore) each();
	}
	return most;
};
/** More than any page, and far less than all. */
const FEW = 1000;

beforeAll(async () => {
	api = await start();
	api.service.store.addMessages(ROWS, (n) => ({ createdAt: NOON - (n % 1000) * SECOND }));
});
afterAll(() => api.service.close());

describe('a big store', () => {
	const sort = { statusUpdateTs: 'ASC' };
	const idle = () =>
		api.list('Message/List', { criteria: { statusUpdateTsFrom: '2026-03-10 12:00:01' }, sort });

	it('answers a question for news without a walk over it, also when something has just changed', async () => {
		await idle();
		expect(await mostWalked(idle)).toBeLessThan(FEW);
		const afterChange = async () => {
			api.service.store.setStatus(70000000002, 'UNDELIV', NOON + SECOND);
			return idle();
		};
		expect(await mostWalked(afterChange)).toBeLessThan(FEW);
		expect((await idle()).items).toMatchObject([{ id: '70000000002', status: 'UNDELIV' }]);
	});

	it('does not sort or filter again for every page', async () => {
		const page = (currentPage: number) => {
			const pagination = { pageSize: 100, currentPage };
			return api.list('Message/List', { criteria: { to: '77' }, sort: { to: 'ASC' }, pagination });
		};
		expect(await mostWalked(() => page(0))).toBeGreaterThanOrEqual(ROWS);
		expect(await mostWalked(() => page(1500))).toBeLessThan(FEW);
		expect((await page(1999)).items).toHaveLength(100);
		expect((await page(2000)).items).toHaveLength(0);
	});

	it('changes many statuses at once in order', async () => {
		for (let n = 0; n < 5000; n++) {
			api.service.store.setStatus(70000000002 + n, 'EXPIRED', NOON + (10 + n) * SECOND);
		}
		const from = { criteria: { statusUpdateTsFrom: '2026-03-10 12:00:10' }, sort };
		const { items, totalItemCount } = await api.list('Message/List', from);
		expect(totalItemCount).toBe('5000');
		expect(items[24]).toMatchObject({ id: '70000000026', statusUpdateTs: '2026-03-10 12:00:34' });
	});

	it('shuffles ties without a walk over it', async () => {
		api.service.setFreedoms({ tiesShuffled: true, unsortedOrder: 'any' });
		const any = () => api.list('Message/List', { pagination: { pageSize: 100 } });
		// The changes of the test before are put in their places once.
		await any();
		expect(await mostWalked(any)).toBeLessThan(FEW);
		const news = await api.list('Message/List', { sort, pagination: { pageSize: 100 } });
		expect(news.items).toHaveLength(100);
		expect(await mostWalked(() => api.list('Message/List', { sort }))).toBeLessThan(FEW);
	});
});
