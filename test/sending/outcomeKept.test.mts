import { setTimeout as wait } from 'node:timers/promises';

import { resultOf } from '../engine/lib/engine.mts';
import { keptOf, LIST, people, range, SEND, sending, to } from './lib/sending.mts';

const s = sending();
const RETRY = { retryOnFail: { maxTries: 2 } };
const between = (first: number, count: number) => people(first + count).slice(first);

async function unknownInEveryTry() {
	s.strike(to(1), { drop: 'before' }, Infinity);
	const { error } = await s.send(between(0, 4), { maxConcurrent: 1 }, RETRY);
	expect(error?.message).toBe(
		`3 of 4 messages accepted; item 2: It is not known whether the message to ${to(1)} was sent: an earlier try was cut off`,
	);
	expect(error?.description).toMatch(/may have been billed/);
}

async function shownToTheSecondTry() {
	s.strike(to(10), { drop: 'after' });
	const { main } = await s.send(between(10, 2), { maxConcurrent: 1 }, RETRY);
	expect(main.map(({ json }) => json.recovered)).toEqual([true, undefined]);
}

async function stoppedWhileOpen() {
	s.strike(to(20), { drop: 'after' });
	s.strike(to(21), { drop: 'before' });
	const items = between(20, 2);
	const started = s.start(items);
	const isOver = (n: number) =>
		s
			.callsOf(SEND)
			.some(({ rawBody, endedAt }) => rawBody.includes(to(n)) && endedAt !== undefined);
	while (!isOver(20) || !isOver(21)) await wait(5);
	started.cancel();
	const stopped = resultOf(await started);
	expect(stopped.error?.message).toMatch(/^0 of 2 messages accepted; item 1: It is not known/);
	await wait(2000);
	const more = { context: keptOf(stopped), onError: 'continueRegularOutput' as const };
	const { main } = await s.send(items, {}, more);
	expect(main[0].json).toMatchObject({ recipient: to(20), recovered: true });
	expect(main[1].json.error).toMatch(/^It is not known .* an earlier try was cut off$/);
}

async function keptByItsKey() {
	s.strike(to(30), { drop: 'before' });
	const items = range(2).map(() => ({ to: to(30), text: 'Hi', key: 'k' }));
	const options = { sendOnceKey: '={{ $json.key }}' };
	const { main } = await s.send(items, options, { onError: 'continueRegularOutput' });
	expect(main.map(({ json }) => json.skipped ?? json.error)).toEqual([
		expect.stringMatching(/^It is not known/),
		expect.stringMatching(
			/^It is not known whether a message with this "Send Once Key" was sent: k/,
		),
	]);
	const later = await s.send(items, options, { onError: 'continueRegularOutput' });
	expect(later.main.map(({ json }) => json.details)).toEqual([
		expect.objectContaining({ outcome: 'unknown' }),
		expect.objectContaining({ outcome: 'unknown' }),
	]);
}

test('a message whose outcome is open is looked up again by a later try or execution, never sent again', async () => {
	// Message 10 shows after the first try gave up.
	s.service.faults.listLag = 16_500;
	await Promise.all([
		unknownInEveryTry(),
		shownToTheSecondTry(),
		stoppedWhileOpen(),
		keptByItsKey(),
	]);
	const called = [...range(4), 10, 11, 20, 21, 30].map(to);
	expect([...s.called()].sort()).toEqual(called);
	const lookUps = s.callsOf(LIST).filter(({ rawBody }) => rawBody.includes(to(1)));
	expect(lookUps).toHaveLength(10);
}, 60_000);
