import { fromItem, harness, locator } from './lib/harness.mts';
import { mostAtOnce } from './lib/mostAtOnce.mts';
import { gate, until } from '../until.mts';

const h = harness();
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

const pagesOf = (rows: Array<{ pairedItem?: unknown }>, item: number) =>
	rows.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${item}}`).length;

test('several long lists together: at most 16 reads at once, every list whole', async () => {
	h.service.store.addMessages(690);
	h.service.faults.delay = 15;
	const { main } = await h.message('message.getAll', { returnAll: true }, { items: items(6) });
	expect(items(6).map((_, item) => pagesOf(main, item))).toEqual(items(6).map(() => 690));
	expect(h.service.calls).toHaveLength(6 * 7);
	expect(mostAtOnce(h.service.calls)).toBeLessThanOrEqual(16);
});

test('one long list alone has its pages side by side', async () => {
	h.service.store.addMessages(1100);
	h.service.faults.delay = 30;
	const { main } = await h.message('message.getAll', { returnAll: true });
	expect(main).toHaveLength(1100);
	expect(mostAtOnce(h.service.calls)).toBeLessThanOrEqual(16);
});

test('stopped, reads that wait in line are not made', async () => {
	h.service.store.addMessages(700);
	// The second page of each list is never answered: a run that waits for it does not end.
	h.service.faults.add({ after: 5, times: Infinity, kind: { delay: gate().held } });
	const running = h.engine.start(
		h.node('message', 'message.getAll', { returnAll: true }, { items: items(5) }),
	);
	// Five first pages; then more stand in line.
	await until(() => h.service.calls.length > 5);
	running.cancel();
	const called = h.service.calls.length;
	const { status } = await running;
	expect(status).toBe('canceled');
	// A request that was on its way may still arrive.
	expect(h.service.calls.length).toBeLessThanOrEqual(Math.max(called, 5 + 10));
});

test('a read that fails gives its place to the next', async () => {
	for (let n = 0; n < 30; n++) h.service.store.addLink();
	h.service.faults.add({
		when: ({ rawBody }) => /[13579]$/.test(rawBody),
		times: Infinity,
		kind: { code: 15 },
	});
	const { main } = await h.link(
		'link.get',
		{ link: locator('id', fromItem('id')) },
		{ items: items(30).map(({ n }) => ({ id: 400001 + n })), onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json }) => json.error !== undefined)).toEqual(
		items(30).map(({ n }) => n % 2 === 0),
	);
});
