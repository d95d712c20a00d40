import { resultOf } from '../engine/lib/engine.mts';
import { gate, until } from '../until.mts';
import { keptOf, people, range, sending, to } from './lib/sending.mts';
import { counts, killedAt } from './support/life.mts';

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...real, sleep: async (ms: number) => await real.sleep(ms / 5) };
});

const s = sending();
const onError = 'continueRegularOutput' as const;
const JOB = { executionId: 'job 1', mode: 'trigger' as const };

test.each([
	['without keys', {}],
	['with keys', { sendOnceKey: '={{ $json.to }}' }],
])(
	'a job started again after a kill, %s: nothing is sent twice, nothing lost',
	async (_, options) => {
		const items = people(130);
		const start = () => s.start(items, { ...options, maxConcurrent: 5 }, JOB);
		await killedAt(s, 88, start);
		expect(s.taken().length).toBeGreaterThanOrEqual(88);

		const { main } = await s.send(items, options, { ...JOB, onError });
		expect(Math.max(...counts(s).values())).toBe(1);
		expect(main).toHaveLength(130);
		const unknown = main.filter(({ json }) => json.error !== undefined);
		for (const { json } of unknown) expect(json.details).toMatchObject({ outcome: 'unknown' });
		// What was recorded ahead and not confirmed: the batch under way and the ones around it.
		expect(unknown.length).toBeLessThanOrEqual(100);
		for (const { json } of main.filter((item) => !unknown.includes(item))) {
			expect(s.service.store.message(Number(json.messageId))?.to).toBe(json.recipient);
		}
		const recovered = main.filter(({ json }) => json.recovered === true);
		expect(recovered.length).toBeGreaterThanOrEqual(25);
		expect(recovered.length + unknown.length).toBeGreaterThanOrEqual(88);
	},
	120_000,
);

test('in stop mode the job goes past what stays unknown, and sends the rest', async () => {
	const items = people(130);
	await killedAt(s, 30, () => s.start(items, {}, JOB));
	const { error } = await s.send(items, {}, JOB);
	expect(error?.message).toMatch(
		/^\d+ of 130 messages accepted; items? .*: It is not known whether/,
	);
	expect(Math.max(...counts(s).values())).toBe(1);
	for (const n of range(30).map((last) => to(129 - last))) expect(s.taken()).toContain(n);
}, 120_000);

test('rows that come in another order, and with other texts, are known by their recipients', async () => {
	const items = people(20, (n) => ({ text: `At ${n}` }));
	await killedAt(s, 10, () => s.start(items, { maxConcurrent: 1 }, JOB));
	const again = people(20, (n) => ({ text: `Later, at ${n}` })).reverse();
	await s.send(again, {}, { ...JOB, onError });
	expect(Math.max(...counts(s).values())).toBe(1);
}, 120_000);

test('killed after the node has ended, in the middle of a later one: the job gets the same messages', async () => {
	const items = people(30);
	const first = await s.send(items, {}, JOB);
	const { main, error } = await s.send(items, {}, JOB);
	expect(error).toBeUndefined();
	expect(s.called()).toHaveLength(30);
	expect(main.map(({ json }) => json.messageId)).toEqual(
		first.main.map(({ json }) => json.messageId),
	);
}, 120_000);

test('the store is written once for 25 messages, once to look, and once at the end', async () => {
	const write = jest.spyOn(s.store, 'checkProcessedAndRecord');
	await s.send(people(200), {}, { mode: 'trigger', nodeId: 'counted' });
	expect(write).toHaveBeenCalledTimes(10);
	write.mockRestore();
});

test('entries that another process writes over are put in again before their messages go', async () => {
	const check = s.store.checkProcessedAndRecord;
	let lost = 0;
	let known: string[] = [];
	const losing = jest.spyOn(s.store, 'checkProcessedAndRecord');
	losing.mockImplementation(async (...given) => {
		const result = await check(...given);
		if (lost++ < 3) s.store.lists.clear();
		return result;
	});
	s.service.faults.add({
		when: () => {
			known = [...s.store.lists.values()].flat();
			return false;
		},
		kind: { delay: 0 },
	});
	await s.send(people(3), {}, { mode: 'trigger', nodeId: 'overwritten' });
	losing.mockRestore();
	expect(known.length).toBeGreaterThanOrEqual(3);
	expect(s.called()).toHaveLength(3);
});

test('stopped while the store is written: a retry by hand sends what had only been recorded', async () => {
	const { held, open } = gate();
	const check = s.store.checkProcessedAndRecord;
	const slow = jest.spyOn(s.store, 'checkProcessedAndRecord');
	slow.mockImplementation(async (...given) => {
		await held;
		return await check(...given);
	});
	const started = s.start(people(3), {}, { ...JOB, executionId: 'stopped' });
	await until(() => slow.mock.calls.length > 0);
	started.cancel();
	open();
	const stopped = resultOf(await started);
	slow.mockRestore();
	expect(s.called()).toEqual([]);
	const retry = { mode: 'retry' as const, context: keptOf(stopped), onError };
	const { main } = await s.send(people(3), {}, retry);
	expect(main.map(({ json }) => json.outcome)).toEqual(['accepted', 'accepted', 'accepted']);
});

describe('the store does not work', () => {
	const fails = () =>
		jest
			.spyOn(s.store, 'checkProcessedAndRecord')
			.mockRejectedValue(new Error('database is locked'));

	test('in production nothing is sent', async () => {
		const broken = fails();
		const { main } = await s.send(people(2), {}, { mode: 'trigger', onError });
		broken.mockRestore();
		expect(s.called()).toEqual([]);
		for (const { json } of main) {
			expect(json).toMatchObject({
				error: 'The message could not be recorded, so nothing was sent: database is locked',
				details: { outcome: 'notSent' },
			});
		}
	});

	test('for a moment: it is tried again', async () => {
		const once = jest
			.spyOn(s.store, 'checkProcessedAndRecord')
			.mockRejectedValueOnce(new Error('database is locked'));
		await s.send(people(2), {}, { mode: 'trigger' });
		once.mockRestore();
		expect(s.called()).toHaveLength(2);
	});

	test('when what was refused is to be taken out: a second try sends it all the same', async () => {
		s.strike(to(0), { code: 15 });
		const broken = jest
			.spyOn(s.store, 'removeProcessed')
			.mockRejectedValue(new Error('database is locked'));
		const more = { ...JOB, executionId: 'job 2', onError, retryOnFail: { maxTries: 2 } };
		const { main } = await s.send(people(1), {}, more);
		broken.mockRestore();
		expect(main.map(({ json }) => json.outcome)).toEqual(['accepted']);
	});

	test('in a manual run, of a workflow that was not saved, messages go out', async () => {
		const broken = fails();
		const { main } = await s.send(people(2), {});
		broken.mockRestore();
		expect(main.map(({ json }) => json.outcome)).toEqual(['accepted', 'accepted']);
	});
});
