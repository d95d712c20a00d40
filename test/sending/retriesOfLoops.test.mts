import type { IExecuteContextData } from 'n8n-workflow';

import { passes } from './lib/clock.mts';
import { crashes } from './lib/crashes.mts';
import { wordsOf } from './lib/scene.mts';
import { CONTINUE, keptOf, LIST, LOST, people, person, range } from './lib/sending.mts';
import { REFUSED, startProcess, to, type More } from './lib/sending.mts';

const { s, killedAt, retry, loop } = crashes();

test('in the retry of a loop, the list is read whole once that takes fewer calls', async () => {
	const began = await killedAt(21, people(20));
	passes(100_000);
	await loop(began, ...range(20).map((n) => [n]));
	const ofOne = s.callsOf(LIST).filter(({ rawBody }) => rawBody.includes('criteria[to]'));
	expect(new Set(ofOne.map(({ params }) => Object(params).criteria.to))).toEqual(new Set([to(0)]));
});

test('a number to which nothing is listed is asked for in two calls, not in each run of a loop', async () => {
	const began = Date.now();
	s.service.store.addMessages(5000);
	passes(100_000);
	s.strike(to(0), REFUSED, 3);
	await loop(began, [0], [0], [0]);
	const asked = s.callsOf(LIST).filter(({ rawBody }) => rawBody.includes('criteria[to]'));
	expect(asked).toHaveLength(2);
});

test.each([
	['was sent', people(2)],
	['may have been sent', people(2, () => ({ text: 'Another' }))],
])('in retries of a loop, Max Messages counts what %s before', async (_, first) => {
	const began = await killedAt(3, people(2));
	for (let n = 0; n < 2; n++) {
		const node = s.node([], { maxMessages: 3 }, { mode: 'retry', began, ...CONTINUE });
		const { data } = await s.engine.start(node, [first, people(4).slice(2)]);
		const { json } = data.resultData.runData.Node.at(-1)?.data?.main[0]?.[0] ?? {};
		expect(json?.error).toMatch('2 messages after 2 earlier in this execution');
	}
	expect(s.taken()).toHaveLength(2);
});

/** The people of each run of a loop, in retries one after the other, and who got a message. */
test.each<[what: string, happens: () => void, loops: number[][][], taken: number[]]>([
	[
		'equal texts: a run does not take what belongs to another one',
		() => s.strike(to(0), REFUSED),
		range(3).map(() => [[0], [0], [0], [0]]),
		[0, 0, 0, 0],
	],
	[
		'equal texts: no two items have one message',
		() => s.strike(to(0), REFUSED),
		[[[1], [0, 0]], [[0]], [[1], [0, 0]]],
		[1, 0, 0],
	],
	[
		'equal texts: nor in a run with more of them',
		() => undefined,
		[[[0]], [[1], [0, 0]]],
		[0, 1, 0],
	],
	[
		'rows that moved to another run: what one sent is found by the other, also where it shows late',
		() => (s.service.faults.listLag = 60_000),
		[[[1], [0]], [[0]]],
		[1, 0],
	],
])('retries of a loop, %s', async (_, happens, loops, taken) => {
	const began = Date.now();
	happens();
	for (const rounds of loops) await loop(began, ...rounds);
	expect(s.taken()).toEqual(taken.map(to));
});

test('retries at the same time of a loop with equal texts: what one left unknown is unknown for the other, too', async () => {
	const began = Date.now();
	s.strike(to(0), LOST);
	await Promise.all([loop(began, [0], [0]), loop(began, [0], [0])]);
	expect(s.taken()).toHaveLength(1);
});

describe.each<[what: string, happens: () => void]>([
	['another node failed', () => undefined],
	['n8n was killed, and had saved the progress', s.restart],
])('an execution that ends between two messages that are equal, since %s', (_, happens) => {
	test.each<[what: string, more: (kept: IExecuteContextData) => More]>([
		['run of a loop', (context) => ({ context, earlierRuns: 1 })],
		['node', ({ flow }) => ({ context: { flow }, nodeId: 'another' })],
	])('the retry sends that of the next %s', async (_, moreOf) => {
		const began = Date.now();
		const kept = keptOf(await s.send(people(1), {}, { mode: 'trigger', began }));
		const more = () => moreOf(structuredClone(kept ?? {}));
		happens();
		passes(20_000);
		const next = await retry(people(1), began, more());
		expect([wordsOf(next), s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
		// What crashed after that has told nobody.
		s.restart();
		passes(20_000);
		const again = await retry(people(1), began, more());
		expect([wordsOf(again), s.taken()]).toEqual([['found'], [to(0), to(0)]]);
	});
});

test('what is in doubt in one retry is in doubt in the retry of that, and is not sent', async () => {
	const began = Date.now();
	const { flow = {} } =
		keptOf(await s.send(people(1), {}, { mode: 'trigger', began, nodeId: 'a' })) ?? {};
	const kept = () => ({ context: structuredClone({ flow }) });
	await killedAt(9, [person(1)], { began, ...kept() });
	const items = [{ to: to(1), text: 'Another' }, person(2)];
	const first = await retry(items, began, kept());
	s.restart();
	const second = await retry(items, began, { context: keptOf(first) });
	for (const each of [first, second]) expect(wordsOf(each)).toEqual(['unknown', 'sent']);
	expect(s.taken()).toEqual([0, 1, 2].map(to));
});

describe.each<[what: string, happens: () => Promise<unknown>]>([
	['was started anew', async () => undefined],
	['has another process, which knows an older message', async () => await s.acquaint()],
])('an execution that waits between two runs that are equal, while n8n %s', (_, happens) => {
	/** The first run is that of a process that is gone. @returns what it saved, and when it began */
	async function waited() {
		const process = startProcess();
		await happens();
		const began = Date.now();
		const { context } = kept(await s.send(people(1), {}, { mode: 'trigger', began, process }));
		passes(20_000);
		return { context, began };
	}
	const kept = (result: Awaited<ReturnType<typeof retry>>) => ({ context: keptOf(result) });

	test('the retry sends what the second run was refused', async () => {
		const { began, context } = await waited();
		const run = { began, earlierRuns: 1 };
		s.strike(to(0), REFUSED);
		const failed = await s.send(people(1), {}, { mode: 'trigger', ...run, context });
		expect(failed.error?.message).toContain('(code 15)');
		const retried = await retry(people(1), began, { ...run, ...kept(failed) });
		expect([wordsOf(retried), s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
	});

	test('the retry sends that of a third run, where the second one sent nothing', async () => {
		const { began, context } = await waited();
		const options = { skipRecipients: to(0) };
		const run: More = { mode: 'trigger', began, earlierRuns: 1, context };
		const skipped = await s.send(people(1), options, run);
		expect(wordsOf(skipped)).toEqual(['skipped']);
		s.restart();
		const retried = await retry(people(1), began, { earlierRuns: 2, ...kept(skipped) });
		expect([wordsOf(retried), s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
	});
});
