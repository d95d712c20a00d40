import { until, untilOvertaken } from '../until.mts';
import { harness, range } from './lib/harness.mts';
import { countAtOnce } from './lib/countAtOnce.mts';

// Limits count by the real clock: a minute of them lasts two seconds here.
const h = harness({ now: Date.now });
const items = (count: number) => range(count).map((n) => ({ n }));

test('several long lists together: five reads at once and more, but never above 16, and every list whole', async () => {
	h.service.store.addMessages(1800);
	const { calls, faults } = h.service;
	const most = countAtOnce(h.service);
	// By then each list reads ahead.
	const held = untilOvertaken(() => calls.length >= 65);
	faults.add({ after: 60, times: Infinity, kind: { delay: held } });
	const { main } = await h.message('message.getAll', { returnAll: true }, { items: items(6) });
	const rowsOf = (item: number) =>
		main.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${item}}`).length;
	expect(range(6).map(rowsOf)).toEqual(Array(6).fill(1800));
	expect(most()).toBeGreaterThanOrEqual(5);
	expect(most()).toBeLessThanOrEqual(16);
}, 60_000);

test('stopped, reads under way are cut off, and those that wait in line are not made', async () => {
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

test('Return All of 4,000 rows at 30 calls a minute ends well', async () => {
	h.service.store.addMessages(4000);
	h.service.faults.rateLimit = { perMinute: 30, minuteLasts: 2000 };
	const { main, error } = await h.message('message.getAll', { returnAll: true });
	expect(error).toBeUndefined();
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(4000);
	const refused = h.service.calls.filter(({ code }) => code === 30).length;
	expect(h.service.calls.length - refused).toBe(41);
	// Refused calls are asked ever less often.
	expect(refused).toBeLessThan(40);
}, 60_000);
