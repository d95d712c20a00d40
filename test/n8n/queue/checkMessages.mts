import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Execution } from '../lib/executions.mts';
import { step } from '../lib/progress.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import { smsFrom, type Sms } from '../traffic/messages.mts';
import { acceptedBy, doubled, outcomesOf, printFigures } from '../traffic/outcomes.mts';
import { retryAll, settled } from '../traffic/settling.mts';
import { handOver, keyed } from './load.mts';
import type { World } from './main.mts';

/** Much longer than n8n needs to notice that nobody works on an execution. In ms. */
export const SETTLING = 300_000;
/** A worker has claimed at most so many messages ahead: executions at once, times messages at once. */
const CALLS_OF_A_WORKER = 10 * 25;

/** The name of a message with a send-once key, and how n8n keeps it. */
const nameOf = (key: string): string =>
	createHash('sha256')
		.update(JSON.stringify([key, undefined]))
		.digest('base64url');
const hashOf = (key: string): string => createHash('md5').update(nameOf(key)).digest('base64');

/** What the executions of the send workflow say by now; checks that nothing was sent twice. */
async function takeStock(
	{ session, service, checks, audit }: World,
	send: SavedWorkflow,
	when: string,
	count: number,
): Promise<Execution[]> {
	const history = await settled(session, send, SETTLING);
	printFigures(service, history);
	const lost = await audit.lostKeys();
	console.log(`  n8n's store lost ${lost.length} keys to writes of another process so far`);
	await checks.check(`${when}: the service accepted no message twice`, () => {
		const keys = new Map(smsFrom(1, count).map(({ to, key }) => [to, hashOf(key)]));
		const twice = doubled(service, outcomesOf(history), (to) => keys.has(to));
		// When n8n's store lost the keys of these messages: the evidence.
		const losses = twice.flatMap((line) => {
			return lost.filter(({ hash }) => hash === keys.get(line.split(':')[0]));
		});
		assert.deepEqual([...twice, ...losses], []);
	});
	return history;
}

/** What became of the messages while workers died. */
export async function checkFirstPass(world: World, send: SavedWorkflow, groups: Sms[][]) {
	const { service, checks, audit } = world;
	const all = groups.flat();
	const history = await takeStock(world, send, 'Under way', all.length);
	const [accepted, outcomes] = [acceptedBy(service), outcomesOf(history)];
	const lost = await audit.givenUp(history);
	const isLost = ({ to }: Sms) => lost.some((execution) => execution.holds(to));
	const isUnsent = ({ to }: Sms) => !accepted.has(to) && !outcomes.has(to);
	// A main process that ends has answered posts that it never makes an execution of.
	const forgotten = groups.filter((group) => {
		return group.every((message) => isUnsent(message) && !isLost(message));
	});
	const unsent = all.filter(isUnsent);
	const figures = { executionsGivenUp: lost.length, postsForgotten: forgotten.length };
	console.log(`  ${unsent.length} neither sent nor in any output: ${JSON.stringify(figures)}`);
	await checks.check('Under way: what is neither sent nor in any output, n8n gave up on', () => {
		const excused = new Set(forgotten.flat());
		assert.deepEqual(
			unsent.filter((message) => !excused.has(message) && !isLost(message)),
			[],
		);
	});
}

/** The executions that n8n gave up on and still has the data of, retried as a user does it. */
export async function checkRetries(world: World, send: SavedWorkflow, count: number) {
	const { session, audit } = world;
	const history = await session.readHistory(send);
	const retried = await step('Retrying what n8n gave up on', () => retryAll(session, history));
	const hopeless = (await audit.givenUp(history)).length - retried;
	console.log(`  ${retried} executions; of ${hopeless} more n8n kept no data`);
	await takeStock(world, send, 'After retries', count);
}

/** Everything handed over again, to workers that stay alive: the rest goes out, and then nothing. */
export async function checkReplay(
	world: World,
	send: SavedWorkflow,
	groups: Sms[][],
	kills: number,
) {
	const { service, checks, cluster } = world;
	const recipients = groups.flat().map(({ to }) => to);
	const before = service.store.messages.size;
	const replay = () => handOver(cluster.main.url, keyed, groups, 500);
	await step('Handing over all messages again', replay);
	const history = await takeStock(world, send, 'Again', recipients.length);
	const [accepted, outcomes] = [acceptedBy(service), outcomesOf(history)];
	const missing = recipients.filter((to) => !accepted.has(to));
	const after = service.store.messages.size;
	console.log(`  ${after - before} messages sent now; ${missing.length} blocked by their key`);
	await checks.check('Again: skipped is only what was accepted', () => {
		// The newest comes first.
		for (const to of missing) assert.equal(outcomes.get(to)?.at(0)?.kind, 'unknown', to);
	});
	const unclear = 'Again: only what a dying worker or a lost answer left unclear is blocked';
	await checks.check(unclear, () => {
		const isUnclear = (to: string) =>
			outcomes.get(to)?.some(({ kind }, n) => n > 0 && kind === 'unknown');
		const cutOff = missing.filter((to) => !isUnclear(to)).length;
		assert.ok(cutOff <= kills * CALLS_OF_A_WORKER, `${cutOff} blocked after ${kills} kills`);
	});
	// What two workers sent at the same time, with none of them dying, must be remembered as well.
	await step('And once more', replay);
	await takeStock(world, send, 'Once more', recipients.length);
	await checks.check('Once more: nothing is sent', () => {
		assert.equal(service.store.messages.size, after);
	});
}
