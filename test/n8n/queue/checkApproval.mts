import assert from 'node:assert/strict';
import { nextQuestion } from '../examples/person.mts';
import { waitForExecution } from '../lib/executions.mts';
import { step, until } from '../lib/progress.mts';
import { activateWorkflow, createWorkflow } from '../lib/workflows.mts';
import { post } from '../traffic/posting.mts';
import { ASK, askWorkflow } from '../traffic/workflows.mts';
import type { World } from './world.mts';

/** A question that one worker asks, answered when all processes of n8n are others. */
export async function checkApproval(world: World, credentialId: string): Promise<void> {
	const { session, service, cluster, checks } = world;
	const { main, workers } = cluster;
	const ask = await createWorkflow(session, askWorkflow(credentialId));
	await activateWorkflow(session, ask);
	const before = service.store.messages.size;
	const filter = encodeURIComponent(JSON.stringify({ workflowId: ask.id }));
	const executions = async (wanted: string) => {
		const path = `/executions?filter=${filter}&limit=10`;
		const { results } = await session.call<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			path,
		);
		return results.find(({ status }) => status === wanted)?.id;
	};

	await checks.check(
		'Approval: asked by a worker, answered after it was killed and n8n restarted',
		async () => {
			await post(main.url, 'ask', {});
			const question = await nextQuestion(service, before);
			const id = await until('The execution waits', () => executions('waiting'));
			await step('Killing the workers and restarting main', async () => {
				for (const worker of workers) await worker.kill();
				await main.end();
				await main.start();
				for (const worker of workers) await worker.start();
			});
			assert.equal((await question.open('robot')).status, 200);
			assert.equal(await executions('waiting'), id, 'a robot decides nothing');
			await question.press('approve');
			const execution = await waitForExecution(session, id);
			assert.equal(execution.status, 'success', execution.error?.message);
			const [answer] = execution.items(ASK);
			assert.equal(Object(answer.data).approved, true);
			assert.equal(service.store.messages.size, before + 1, 'one question is one message');
		},
	);
}
