import { until } from '../until.mts';
import { byId, CONTINUE, harness, ids } from './lib/harness.mts';

// Limits count by the real clock: a minute of them lasts two seconds here.
const h = harness({ now: Date.now });

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

test('stopped while it waits for the limit, a run ends at once', async () => {
	h.service.store.addMessages(4000);
	h.service.faults.rateLimit = { perMinute: 5 };
	const running = h.engine.start(
		h.node('message', 'message.getAll', { returnAll: true }, { items: [{}, {}, {}] }),
	);
	await until(() => h.service.calls.some(({ code }) => code === 30));
	running.cancel();
	const made = h.service.calls.length;
	const { status } = await running;
	expect(status).toBe('canceled');
	// At most those that were just going out; none of those that waited.
	expect(h.service.calls.length).toBeLessThanOrEqual(made + 5);
});

test('many links at a limit by the minute are all deleted', async () => {
	h.addLinks(12);
	h.service.faults.rateLimit = { perMinute: 3, minuteLasts: 1500 };
	h.service.setFreedoms({ deleteUnknown: 'code2' });
	const { main } = await h.link('link.delete', byId, { items: ids(13), ...CONTINUE });
	expect(main.filter(({ json }) => json.deleted)).toHaveLength(12);
	expect(h.service.store.links.size).toBe(0);
}, 60_000);
