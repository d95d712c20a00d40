import { people, range, sending, to } from './lib/sending.mts';

const s = sending();
const BY_KEY = { sendOnceKey: '={{ $json.key }}' };
const onError = 'continueRegularOutput' as const;

test('executions at the same time send a key once between them', async () => {
	const items = people(10, (n) => ({ key: `order ${n}` }));
	const played = await Promise.all([1, 2, 3].map(async () => await s.send(items, BY_KEY)));
	expect([...s.called()].sort()).toEqual(items.map((item) => item.to));
	const outputs = played.flatMap(({ main }) => main.map(({ json }) => json));
	expect(outputs.filter(({ skipped }) => skipped === true)).toHaveLength(20);
	expect(outputs.filter(({ statusText }) => statusText === 'sent')).toHaveLength(10);
});

test('a key that another process wrote over is recorded again before the message goes', async () => {
	const check = s.store.checkProcessedAndRecord;
	let lost = 0;
	const losing = jest.spyOn(s.store, 'checkProcessedAndRecord');
	losing.mockImplementation(async (...given) => {
		const result = await check(...given);
		// The other process writes back the list that it read before.
		if (lost++ < 2) s.store.lists.clear();
		return result;
	});
	await s.send([{ to: to(0), text: 'Hi', key: 'k' }], BY_KEY, { nodeId: 'overwritten' });
	losing.mockRestore();
	expect([...s.store.lists.values()].flat()).toContain('k');
	const { main } = await s.send([{ to: to(0), text: 'Hi', key: 'k' }], BY_KEY, {
		nodeId: 'overwritten',
	});
	expect(main[0].json.skipped).toBe(true);
	expect(s.called()).toEqual([to(0)]);
});

test('when the store breaks, nothing is sent', async () => {
	const broken = jest.spyOn(s.store, 'checkProcessedAndRecord');
	broken.mockRejectedValue(new Error('database is locked'));
	const items = people(2, (n) => ({ key: n }));
	const stopped = await s.send(items, BY_KEY);
	const continued = await s.send(items, BY_KEY, { onError });
	broken.mockRestore();
	const message = '"Send Once Key" could not be recorded, so nothing was sent: database is locked';
	expect(stopped.error?.message).toBe(`0 of 2 messages accepted; every item: ${message}`);
	expect(continued.main.map(({ json }) => json.error)).toEqual([message, message]);
	expect(s.service.calls).toEqual([]);
});

test('a key that cannot be taken back does not keep its message from being sent by this process', async () => {
	const broken = jest.spyOn(s.store, 'removeProcessed');
	broken.mockRejectedValue(new Error('database is locked'));
	s.strike(to(0), { code: 15 });
	const items = [{ to: to(0), text: 'Hi', key: 'k' }];
	const { main } = await s.send(items, BY_KEY, { onError });
	broken.mockRestore();
	expect(main[0].json.error).toMatch(/code 15/);
	// This process remembers that nothing was sent; another one could not know.
	const later = await s.send(items, BY_KEY);
	expect(later.main[0].json.outcome).toBe('accepted');
	expect(s.called()).toEqual([to(0), to(0)]);
});

test('a key is recorded before the call, so that a job started again does not send', async () => {
	let known: string[] = [];
	s.service.faults.add({
		when: () => {
			known = [...s.store.lists.values()].flat();
			return false;
		},
		kind: { delay: 0 },
	});
	await s.send([{ to: to(0), text: 'Hi', key: 'k' }], BY_KEY, { nodeId: 'recorded' });
	expect(known).toContain('k');
});

test('many messages that were sent before do not make the store forget their keys', async () => {
	const keys = range(5000).map((n) => `order ${n}`);
	const kept = keys.flatMap((key) => [key, `${key}\u0000done`]);
	s.store.lists.set('test many', [...kept]);
	const items = keys.map((key) => ({ to: to(0), text: 'Hi', key }));
	const options = { ...BY_KEY, maxConcurrent: 50 };
	const { main } = await s.send(items, options, { nodeId: 'many' });
	expect(main.filter(({ json }) => json.skipped === true)).toHaveLength(keys.length);
	expect(s.called()).toEqual([]);
	expect([...s.store.lists.values()]).toEqual([kept]);
}, 120_000);

test('n8n has room for the keys of a run of 5,000 messages, with all that is recorded beside them', async () => {
	const items = people(100, (n) => ({ key: `order ${n}` }));
	await s.send(items, BY_KEY, { nodeId: 'room', mode: 'trigger' });
	const [entries] = [...s.store.lists.values()];
	// The list is cut at 24,000 entries, the oldest first.
	expect(entries.length * 50).toBeLessThanOrEqual(24_000);
	expect(entries).toEqual(expect.arrayContaining(items.map(({ key }) => key)));
});
