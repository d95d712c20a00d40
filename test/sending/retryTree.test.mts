import { keptOf, people, sending, to } from './lib/sending.mts';

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...real, sleep: async (ms: number) => await real.sleep(ms / 5) };
});

const s = sending();
const ONE = { maxConcurrent: 1 };
const REFUSED = { code: 15 };

test('retried twice from the same failed execution: what the first retry sent is not sent again', async () => {
	s.strike(to(1), REFUSED);
	const items = people(4);
	const original = await s.send(items, ONE);
	expect(s.called()).toEqual([to(0), to(1)]);
	const context = keptOf(original);
	const first = await s.send(items, ONE, { context: structuredClone(context) });
	expect(s.called()).toEqual([to(0), to(1), to(1), to(2), to(3)]);
	const second = await s.send(items, ONE, { context: structuredClone(context) });
	expect(s.called()).toHaveLength(5);
	const ids = ({ main }: typeof first) => main.map(({ json }) => json.messageId);
	expect(ids(second)).toEqual(ids(first));
}, 60_000);

test('what a retry was refused is sent by the next one of the same original', async () => {
	s.strike(to(0), REFUSED, 2);
	const items = people(2);
	const context = keptOf(await s.send(items, ONE));
	await s.send(items, ONE, { context: structuredClone(context) });
	expect(s.called()).toEqual([to(0), to(0)]);
	const { main } = await s.send(items, ONE, { context: structuredClone(context) });
	expect(s.called()).toEqual([to(0), to(0), to(0), to(1)]);
	expect(main.map(({ json }) => json.outcome)).toEqual(['accepted', 'accepted']);
});

test('a tree: retries of retries, and of the original again', async () => {
	const items = people(5);
	for (const n of [1, 3]) s.strike(to(n), REFUSED);
	const root = keptOf(await s.send(items, ONE));
	const failed = await s.send(items, ONE, { context: structuredClone(root) });
	expect(failed.error).toBeDefined();
	await s.send(items, ONE, { context: keptOf(failed) });
	await s.send(items, ONE, { context: structuredClone(root) });
	await s.send(items, ONE, { context: keptOf(failed) });
	expect([...s.taken()].sort()).toEqual(items.map((item) => item.to));
}, 60_000);
