import { gate, until } from '../until.mts';
import { harness, range } from './lib/harness.mts';
import { mostAtOnce } from './lib/mostAtOnce.mts';

const h = harness();
const items = (count: number) => range(count).map((n) => ({ n }));

test('several long lists together: five reads at once and more, but never above 16, and every list whole', async () => {
	h.service.store.addMessages(690);
	// The first calls stay under way until all of them have begun.
	const { held, open } = gate();
	h.service.faults.add({ times: 5, kind: { delay: held } });
	void until(() => h.service.calls.length >= 5).then(open);
	const { main } = await h.message('message.getAll', { returnAll: true }, { items: items(6) });
	const rowsOf = (item: number) =>
		main.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${item}}`).length;
	expect(range(6).map(rowsOf)).toEqual(Array(6).fill(690));
	expect(h.service.calls).toHaveLength(6 * 7);
	const most = mostAtOnce(h.service.calls);
	expect(most).toBeGreaterThanOrEqual(5);
	expect(most).toBeLessThanOrEqual(16);
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
