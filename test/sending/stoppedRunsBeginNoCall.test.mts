import { hash } from '../../nodes/shared/operation/ledger';
import type { NodeResult } from '../engine/lib/engine.mts';
import { gate, until } from '../until.mts';
import { goOn, isStanding, passes, standStill } from './lib/clock.mts';
import { wordOf } from './lib/scene.mts';
import { CONTINUE, keptOf, LIST, LOST, people, range } from './lib/sending.mts';
import { REFUSED, REPORTS, resultOf, SEND, sendingByOwnClock, to } from './lib/sending.mts';
import { UNHEARD, type More } from './lib/sending.mts';

// By the user, by a refusal in stop mode, or because the service swallows everything.
const s = sendingByOwnClock({ lifecycle: () => [] });
const items = people(2);
/** Longer than those for n8n's store. */
const isLong = (ms: number) => ms > 200;

/** Starts, and stops the execution in the first pause after so many calls of a method. */
async function stoppedInPause(
	method: string,
	calls: number,
	options = {},
	more: More = {},
	given = items,
): Promise<NodeResult> {
	const started = s.start(given, options, more);
	standStill(() => s.callsOf(method).length >= calls);
	await until(isStanding);
	goOn();
	started.cancel();
	const stopped = resultOf(await started);
	expect(stopped.run.status).toBe('canceled');
	return stopped;
}

describe('stopped by the user', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'in the middle (%s): calls under way are counted; retried, the rest is sent',
		async (onError) => {
			const { held, open } = gate();
			s.service.faults.add({
				method: SEND,
				when: () => s.callsOf(SEND).length > 7,
				times: Infinity,
				kind: { delay: held },
			});
			const started = s.start(people(30), { maxConcurrent: 5 }, { onError });
			await until(() => s.callsOf(SEND).length === 7 + 5);
			started.cancel();
			open();
			const stopped = resultOf(await started);
			expect(stopped.run.status).toBe('canceled');
			expect(stopped.error?.message).toBe(
				'12 of 30 messages accepted; the execution was stopped (canceled)',
			);
			expect(s.callsOf(SEND)).toHaveLength(12);

			const { main } = await s.send(people(30), {}, { onError, context: keptOf(stopped) });
			expect([...s.called()].sort()).toEqual(range(30).map(to));
			expect(main.map(({ json }) => [json.recipient, json.statusText])).toEqual(
				range(30).map((n) => [to(n), 'sent']),
			);
		},
	);

	test('while it waits for the rate limit: what was refused is not pending', async () => {
		s.service.faults.add({ method: SEND, times: Infinity, kind: { code: 30 } });
		const byKey = { sendOnceKey: '={{ $json.to }}' };
		const stopped = await stoppedInPause(SEND, 4, byKey);
		expect(JSON.stringify(keptOf(stopped))).not.toContain('since');
		expect([...s.store.lists.values()].flat()).toEqual([]);
		s.service.faults.clear();
		await s.send(items, byKey, { context: keptOf(stopped) });
		expect([...s.taken()].sort()).toEqual([to(0), to(1)]);
	});

	test('while its key is recorded: the key is free again', async () => {
		const record = s.store.checkProcessedAndRecord;
		jest.spyOn(s.store, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
			running.cancel();
			return await record(...given);
		});
		const running = s.start(items, { sendOnceKey: '={{ $json.to }}' });
		await running;
		expect([s.called(), [...s.store.lists.values()].flat()]).toEqual([[], []]);
	});

	test('while it waits for a key that another process may have: it asks for it no more', async () => {
		const byKey = { sendOnceKey: '={{ $json.to }}' };
		s.strike(to(0), LOST);
		await s.send(people(1), byKey, CONTINUE);
		s.restart();
		const asked = jest.spyOn(s.store, 'checkProcessedAndRecord');
		const running = s.start(people(1), byKey);
		standStill((ms) => ms > 4000);
		await until(isStanding);
		goOn();
		const { length } = asked.mock.calls;
		running.cancel();
		await running;
		expect(asked.mock.calls).toHaveLength(length);
	});

	test.each([{}, CONTINUE])('amid a look-up: the retry looks up what is open, %j', async (more) => {
		await s.acquaint();
		s.service.faults.listLag = 2000;
		s.strike(to(0), UNHEARD);
		s.strike(to(1), LOST);
		const stopped = await stoppedInPause(LIST, 1, {}, more);
		expect(s.callsOf(LIST).length).toBeLessThanOrEqual(2);
		expect(stopped.error?.message).toMatch(
			/^0 of 2 messages accepted; the execution was stopped \(canceled\); item 1: It is not known/,
		);
		expect(stopped.error?.description).toMatch(/ · at most 2 segments in all$/);
		passes(2000);
		const { main } = await s.retry(stopped, items);
		expect(main.map(wordOf)).toEqual(['found', 'unknown']);
		expect(main[1].json.error).toMatch(/^It is not known .* an earlier try may have sent it$/);
		expect([...s.called()].sort()).toEqual([to(0), to(1)]);
	});

	test('amid the look-up of a single message: it is stopped, not failed', async () => {
		s.strike(to(0), LOST);
		const { error } = await stoppedInPause(LIST, 1, {}, {}, people(1));
		expect(error?.message).toMatch(/^0 of 1 .*\(canceled\); every item: It is not known/);
	});

	test('while it waits for delivery: retried, it sends nothing again', async () => {
		const stopped = await stoppedInPause(REPORTS, 1, { waitForDelivery: 60 });
		expect(stopped.error?.message).toBe(
			'2 of 2 messages accepted; the execution was stopped (canceled)',
		);
		expect(s.callsOf(REPORTS)).toHaveLength(1);
		const { main } = await s.send(items, {}, { context: keptOf(stopped) });
		expect(s.called()).toHaveLength(2);
		expect(main.map(({ json }) => json.messageId)).toEqual([70000000002, 70000000004]);
	});
});

test('stop mode, after a refusal: no call waits for its interval any longer', async () => {
	standStill(isLong);
	s.strike(to(0), REFUSED);
	const { error } = await s.send(people(4), { maxConcurrent: 4, interval: 8000 });
	expect(s.called()).toEqual([to(0)]);
	expect(error?.message).toMatch(/^0 of 4 messages accepted; item 1: /);
	expect(error?.description).not.toMatch(/items? \d|segments?/i);
});

test('stop mode, after a refusal: keys of messages that will not be sent are not asked for', async () => {
	const asked = jest.spyOn(s.store, 'checkProcessedAndRecord');
	s.strike(to(0), REFUSED);
	await s.send(people(350), { sendOnceKey: '={{ $json.to }}' });
	const names = JSON.stringify(asked.mock.calls.map(([entries]) => entries));
	const isAsked = (n: number) => names.includes(hash(to(n), undefined));
	expect([isAsked(0), isAsked(349)]).toEqual([true, false]);
});

describe('the service answers nothing', () => {
	test('after three calls without an answer, what waits for the rate limit is not sent', async () => {
		standStill(isLong);
		const { held, open } = gate();
		for (const n of range(3)) s.strike(to(n), { ...UNHEARD, delay: held });
		s.service.faults.add({ method: SEND, times: Infinity, kind: { code: 30 } });
		s.strikeList({ code: 9 });
		const running = s.send(people(5), { maxConcurrent: 5 }, CONTINUE);
		await until(() => s.callsOf(SEND).length === 5);
		open();
		goOn();
		const { main } = await running;
		expect(main.map(wordOf)).toEqual([...range(3).map(() => 'unknown'), 'notSent', 'notSent']);
		expect(s.called()).toHaveLength(5);
	});

	test('look-ups of a run share one bounded time, also where the list hangs', async () => {
		const real = AbortSignal.timeout.bind(AbortSignal);
		const limits: number[] = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			limits.push(ms);
			return real(Math.ceil(ms / 100));
		});
		s.service.faults.add({ method: SEND, times: Infinity, kind: { code: 999 } });
		s.strikeList({ delay: 20_000 });
		const { main } = await s.send(people(6), {}, CONTINUE);
		expect(main).toHaveLength(6);
		// Besides the limit of each send call.
		expect(Math.max(...limits.filter((ms) => ms !== 120_000))).toBeLessThanOrEqual(60_000);
		// Each of five rounds gives up on each message by itself, and none waits for the list.
		expect(s.callsOf(LIST).length).toBeLessThanOrEqual(30);
	}, 60_000);
});
