import assert from 'node:assert/strict';
import { nextQuestion } from '../examples/person.mts';
import { endedWell } from '../lib/session.mts';
import { step, until } from '../lib/progress.mts';
import { post } from '../lib/webhooks.mts';
import { ASK, askWorkflow } from '../traffic/workflows.mts';
import type { QueueWorld } from './main.mts';

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
