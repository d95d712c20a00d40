import { fromItem, harness, locator } from './lib/harness.mts';
import { mostAtOnce } from './lib/mostAtOnce.mts';
import { gate, until } from '../until.mts';

const h = harness();
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

/** The first five calls that can be side by side stay under way until all of them have begun. */
function holdFive(after: number) {
	const { held, open } = gate();
	h.service.faults.add({ after, times: 5, kind: { delay: held } });
	void until(() => h.service.calls.length >= after + 5).then(open);
}

const pagesOf = (rows: Array<{ pairedItem?: unknown }>, item: number) =>
	rows.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${item}}`).length;

function expectLevel() {
	const most = mostAtOnce(h.service.calls);
	expect(most).toBeGreaterThanOrEqual(5);
	expect(most).toBeLessThanOrEqual(16);
}

test('several long lists together: five reads at once and more, but never above 16, and every list whole', async () => {
	h.service.store.addMessages(690);
	holdFive(0);
	const { main } = await h.message('message.getAll', { returnAll: true }, { items: items(6) });
	expect(items(6).map((_, item) => pagesOf(main, item))).toEqual(items(6).map(() => 690));
	expect(h.service.calls).toHaveLength(6 * 7);
	expectLevel();
});

test('one long list alone has its pages side by side', async () => {
	h.service.store.addMessages(1100);
	// The first page tells how many there are.
	holdFive(1);
	const { main } = await h.message('message.getAll', { returnAll: true });
	expect(main).toHaveLength(1100);
	expectLevel();
});

test('stopped, reads that wait in line are not made', async () => {
	h.service.faults.add({ times: Infinity, kind: { hang: true } });
	const running = h.engine.start(
		h.node('message', 'message.getAll', { returnAll: true }, { items: items(40) }),
	);
	await until(() => h.service.calls.length >= 5);
	running.cancel();
	const { status } = await running;
	expect(status).toBe('canceled');
	expect(h.service.calls.length).toBeLessThanOrEqual(16);
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
