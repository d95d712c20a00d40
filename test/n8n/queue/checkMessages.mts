import assert from 'node:assert/strict';
import { step } from '../lib/progress.mts';
import { lossesOf, printFigures } from './figures.mts';
import { readHistory, type Recorded } from '../traffic/history.mts';
import { smsFrom, type Sms } from '../traffic/messages.mts';
import { acceptedBy, doubled, toldBy } from '../traffic/outcomes.mts';
import { handOver, keyed } from './load.mts';
import { retryAll, settled } from '../traffic/settling.mts';
import { givenUp } from './givenUp.mts';
import type { World } from './world.mts';

/** Much longer than n8n needs to notice that nobody works on an execution. In ms. */
const SETTLING = 300_000;
/** A worker has claimed at most so many messages ahead: executions at once, times messages at once. */
const CALLS_OF_A_WORKER = 10 * 25;

/** What the executions of the send workflow say by now; checks that nothing was sent twice. */
async function takeStock(world: World, when: string, count: number): Promise<Recorded[]> {
	const { session, send, service, checks, cluster } = world;
	await settled(session, send.id, SETTLING);
	const history = await readHistory(session, send.id);
	printFigures(service, history);
	const lost = await cluster.audit.lostKeys();
	console.log(`  n8n's store lost ${lost.length} keys to writes of another process so far`);
	const outcomes = toldBy(history);
	const meant = new Set(smsFrom(1, count).map(({ to }) => to));
	await checks.check(`${when}: the service accepted no message twice`, () => {
		const twice = doubled(service, outcomes, (to) => meant.has(to));
		const to = twice.map((line) => line.split(':')[0]);
		assert.deepEqual([...twice, ...lossesOf(to, count, lost)], []);
	});
	return history;
}

/** What became of the messages while workers died. */
export async function checkFirstPass(world: World, groups: Sms[][]): Promise<void> {
	const { service, checks, cluster } = world;
	const all = groups.flat();
	const history = await takeStock(world, 'Under way', all.length);
	const [accepted, outcomes] = [acceptedBy(service), toldBy(history)];
	const lost = await givenUp(history, cluster.audit);
	const isLost = ({ to }: Sms) => lost.some((execution) => execution.holds(to));
	const isUnsent = ({ to }: Sms) => !accepted.has(to) && !outcomes.has(to);
	// A main process that ends has answered posts that it never makes an execution of.
	const forgotten = groups.filter((group) => {
		return group.every((message) => isUnsent(message) && !isLost(message));
	});
	const unsent = all.filter(isUnsent).length;
	const figures = { unsent, executionsGivenUp: lost.length, postsForgotten: forgotten.length };
	console.log(`  neither sent nor in any output: ${JSON.stringify(figures)}`);
	await checks.check('Under way: what is neither sent nor in any output, n8n gave up on', () => {
		const excused = new Set(forgotten.flat());
		const others = all.filter((message) => isUnsent(message) && !excused.has(message));
		assert.deepEqual(
			others.filter((message) => !isLost(message)),
			[],
		);
	});
}

/** The executions that n8n gave up on and still has the data of, retried as a user does it. */
export async function checkRetries(world: World, count: number): Promise<void> {
	const { session, send, cluster } = world;
	const history = await readHistory(session, send.id);
	const retried = await step('Retrying what n8n gave up on', () => retryAll(session, history));
	const hopeless = (await givenUp(history, cluster.audit)).length - retried;
	console.log(`  ${retried} executions; of ${hopeless} more n8n kept no data`);
	await takeStock(world, 'After retries', count);
}

/** Everything handed over again, to workers that stay alive: the rest goes out, and then nothing. */
export async function checkReplay(world: World, groups: Sms[][], kills: number): Promise<void> {
	const { service, checks, cluster } = world;
	const all = groups.flat();
	const before = service.store.messages.size;
	await step('Handing over all messages again', () =>
		handOver(cluster.main.url, keyed, groups, 500),
	);
	const history = await takeStock(world, 'Again', all.length);
	const [accepted, outcomes] = [acceptedBy(service), toldBy(history)];
	const missing = all.map(({ to }) => to).filter((to) => !accepted.has(to));
	const after = service.store.messages.size;
	console.log(`  ${after - before} messages sent now; ${missing.length} blocked by their key`);
	await checks.check('Again: skipped is only what was accepted', () => {
		// The newest comes first.
		for (const to of missing) assert.equal(outcomes.get(to)?.at(0)?.kind, 'unknown', to);
	});
	await checks.check(
		'Again: only what a dying worker or a lost answer left unclear is blocked',
		() => {
			const isUnclear = (to: string) =>
				outcomes.get(to)?.some(({ kind }, n) => n > 0 && kind === 'unknown');
			const unclear = missing.filter(isUnclear);
			const cutOff = missing.length - unclear.length;
			assert.ok(cutOff <= kills * CALLS_OF_A_WORKER, `${cutOff} blocked after ${kills} kills`);
		},
	);
	// What two workers sent at the same time, with none of them dying, must be remembered as well.
	await step('And once more', () => handOver(cluster.main.url, keyed, groups, 500));
	await takeStock(world, 'Once more', all.length);
	await checks.check('Once more: nothing is sent', () => {
		assert.equal(service.store.messages.size, after);
	});
}
