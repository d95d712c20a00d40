import { keptOf, people, sending, to } from './lib/sending.mts';

const s = sending();
const REFUSED = { code: 15 };

test('a failed execution that is retried sends what was not accepted', async () => {
	s.strike(to(2), REFUSED);
	const items = people(4);
	const failed = await s.send(items, { maxConcurrent: 1 });
	expect(failed.error?.message).toMatch(/^2 of 4 messages accepted; item 3: /);
	const { main } = await s.send(items, { maxConcurrent: 1 }, { context: keptOf(failed) });
	expect(s.called()).toEqual([to(0), to(1), to(2), to(2), to(3)]);
	expect(main.map(({ json }) => s.service.store.message(Number(json.messageId))?.text)).toEqual(
		items.map(({ text }) => text),
	);
});

test('an entry counts for its recipient only: another number in its place is sent to', async () => {
	s.strike(to(1), REFUSED);
	const failed = await s.send(people(2), { maxConcurrent: 1 });
	const changed = [{ to: to(7), text: 'Hello 0' }, people(2)[1]];
	await s.send(changed, { maxConcurrent: 1 }, { context: keptOf(failed) });
	expect(s.called()).toEqual([to(0), to(1), to(7), to(1)]);
});

test('a new execution knows nothing of an earlier one: it sends', async () => {
	await s.send(people(1));
	await s.send(people(1));
	expect(s.called()).toEqual([to(0), to(0)]);
});
