import assert from 'node:assert/strict';
import type { Execution } from '../lib/executions.mts';
import { step, until } from '../lib/progress.mts';
import { type SavedWorkflow, post } from '../lib/workflows.mts';
import { type Sms, EACH, ASK, askWorkflow } from '../traffic/load.mts';
import {
	audit,
	contradictions,
	outcomesOf,
	retryAll,
	settled,
	eventsIn,
	missingIn,
	repeated,
} from '../traffic/audit.mts';
import type { QueueWorld } from './main.mts';
import { handOver, keyed } from './trouble.mts';
import { nextQuestion } from '../examples/standIns.mts';
import { endedWell } from '../lib/session.mts';

/** A worker has claimed at most so many messages ahead: executions at once, times messages at once. */
const CALLS_OF_A_WORKER = 10 * 25;

/** Recipients of an execution that ended well, without an output of Send: there must be none. */
function unanswered(execution: Execution): string[] {
	const outcomes = outcomesOf([execution]);
	const asked = execution.items(EACH).map(({ to }) => String(to));
	return asked.filter((to) => !outcomes.has(to)).map((to) => `${execution.id}: ${to}`);
}

/**
 * What became of messages while workers died: what has no output is in an execution that n8n gave up on, or in none. What
 * n8n gave up on is not retried here: without a key, a retry of an execution that crashed means its messages anew.
 */
export async function checkUnderWay(
	world: QueueWorld,
	workflow: SavedWorkflow,
	groups: Sms[][],
	when: string,
) {
	const { checks, kept } = world;
	const all = new Set(groups.flat().map(({ to }) => to));
	const stock = await audit(world, workflow, when, (to) => all.has(to));
	const { history, outcomes, accepted } = stock;
	const lost = await kept.givenUp(history);
	const isLost = (to: string) => lost.some((execution) => execution.holds(to));
	const unsaid = [...all].filter((to) => !outcomes.has(to));
	const isGone = ({ to }: Sms) => !outcomes.has(to) && !accepted.has(to) && !isLost(to);
	// A main process that ends has answered posts that it never makes an execution of.
	const forgotten = groups.filter((group) => group.every(isGone));
	const figures = { unsaid: unsaid.length, givenUp: lost.length, forgotten: forgotten.length };
	console.log(`  ${JSON.stringify(figures)}`);
	const answered = `${when}: an execution that ended well has an output for each item`;
	await checks.check(answered, () => {
		const well = history.filter(({ status }) => status === 'success');
		assert.ok(well.length > 0);
		assert.deepEqual(well.flatMap(unanswered), []);
	});
	await checks.check(`${when}: what has no output, n8n gave up on`, () => {
		const excused = new Set(forgotten.flat().map(({ to }) => to));
		assert.deepEqual(
			unsaid.filter((to) => !excused.has(to) && !isLost(to)),
			[],
		);
	});
	await checks.check(`${when}: the outputs say what the service knows`, () => {
		// Of who was posted twice, two outputs speak.
		const isClear = (to: string) => outcomes.get(to)?.length === 1 && !isLost(to);
		assert.deepEqual(contradictions(stock, isClear), []);
	});
	return stock;
}

/**
 * What became of the messages with keys: while workers died; when what n8n gave up on and still has the
 * data of is retried, as a user does it; and when all is handed over again, to workers that stay alive:
 * the rest goes out, and then nothing.
 */
export async function checkKeyed(
	world: QueueWorld,
	send: SavedWorkflow,
	groups: Sms[][],
	kills: number,
) {
	const { service, checks, cluster, session } = world;
	const recipients = groups.flat().map(({ to }) => to);
	const stockOf = (when: string) => audit(world, send, when, (to) => recipients.includes(to));
	const first = await checkUnderWay(world, send, groups, 'With keys');
	const retried = await step('Retrying what n8n gave up on', () =>
		retryAll(session, first.history),
	);
	console.log(`  ${retried} executions`);
	await stockOf('After retries');

	service.faults.clear();
	const replay = () => handOver(cluster.main.url, keyed, groups, 500);
	await step('Handing over all messages again', replay);
	const { accepted, outcomes } = await stockOf('Again');
	const missing = recipients.filter((to) => !accepted.has(to));
	const after = service.store.messages.size;
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
	await stockOf('Once more');
	await checks.check('Once more: nothing is sent', () => {
		assert.equal(service.store.messages.size, after);
	});
}

/** What the trigger emitted, against what the service knows of every message. */
export async function checkEvents(world: QueueWorld, trigger: SavedWorkflow): Promise<void> {
	const { session, service, checks, kept } = world;
	const thrownAway = async (history: Execution[]) =>
		eventsIn((await kept.givenUp(history)).flatMap(({ first }) => first));
	const isComplete = async () => {
		const history = await session.readHistory(trigger);
		const events = [...eventsIn(history), ...(await thrownAway(history))];
		return missingIn(events, service).length === 0;
	};
	// What is missing then is said below.
	const times = { timeout: 120_000, interval: 3_000 };
	await until('All events', isComplete, times).catch(() => undefined);
	const first = await settled(session, trigger);
	await step('Retrying what n8n gave up on', () => retryAll(session, first));
	const history = await session.readHistory(trigger);
	const worked = eventsIn(history.filter(({ status }) => status === 'success'));
	const lost = await thrownAway(history);
	const twice = repeated(eventsIn(first));
	const figures = { executions: history.length, events: worked.length, lost: lost.length };
	console.log(`  ${JSON.stringify({ ...figures, repeated: twice.length })}`);
	await checks.check('The trigger emitted the final status of every message', () => {
		assert.ok(worked.length > 0);
		assert.deepEqual(missingIn([...worked, ...lost], service), []);
	});
	const title = 'No event was emitted twice: nothing crashed between emitting and saving';
	await checks.check(title, () => assert.deepEqual(twice, []));
}

/** A question that one worker asks, answered when all processes of n8n are others. */
export async function checkApproval(world: QueueWorld, credentialId: string): Promise<void> {
	const { session, service, cluster, checks } = world;
	const { main, workers } = cluster;
	const title = 'Approval: asked by a worker, answered after it was killed and n8n restarted';
	await checks.check(title, async () => {
		const ask = await session.publish(askWorkflow(credentialId));
		const before = service.store.messages.size;
		const waiting = async () =>
			(await session.listExecutions(ask.id)).find(({ status }) => status === 'waiting')?.id;
		await post(main.url, 'ask', {});
		const question = await nextQuestion(service, before);
		const id = await until('The execution waits', waiting);
		await step('Killing the workers and restarting main', async () => {
			for (const worker of workers) await worker.kill();
			await main.end();
			await main.start();
			for (const worker of workers) await worker.start();
		});
		assert.equal((await question.open('robot')).status, 200);
		assert.equal(await waiting(), id, 'a robot decides nothing');
		await question.press('approve');
		const [answer] = endedWell(await session.waitForExecution(id)).items(ASK);
		assert.equal(Object(answer.data).approved, true);
		assert.equal(service.store.messages.size, before + 1, 'one question is one message');
	});
}
