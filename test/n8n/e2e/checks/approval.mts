import assert from 'node:assert/strict';
import type { Execution } from '../../lib/executions.mts';
import { endedWell } from '../../lib/session.mts';
import { closeNode } from '../lib/editor.mts';
import { startedBy } from '../lib/output.mts';
import { pressOn, questionOnPhone, type Question } from '../lib/phone.mts';
import { openFreshNode, type World } from '../lib/world.mts';

const ASK = 'Ask';
const TEXT = 'Refund 120 EUR to "Ann & Co" <ann@example.com>?';
const PARAMETERS = {
	resource: 'message',
	operation: 'sendAndWait',
	recipient: '+7 701 555 09 30',
	message: TEXT,
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Pay it', disapproveLabel: 'Do not pay' },
	},
};

/** Executes a workflow that asks, in the editor; has somebody act while it waits; gives the answer. */
async function ask(
	world: World,
	act: (question: Question, id: string) => Promise<void>,
): Promise<unknown> {
	const { page, session, service } = world;
	await openFreshNode(world, { type: 'message', name: ASK, parameters: PARAMETERS });
	await closeNode(page);
	const button = page.getByTestId('execute-workflow-button').first();
	const id = await startedBy(page, () => button.click());
	const question = await questionOnPhone(world);
	await session.untilWaiting(id);
	await act(question, id);
	const execution: Execution = endedWell(await session.waitForExecution(id));
	assert.equal(service.store.messages.size, 1, 'one question is one message');
	return execution.items(ASK)[0].data;
}

export async function checkApproval(world: World): Promise<void> {
	const { page, checks, session, n8n } = world;

	const first = 'Approval: the first of two answers counts, on phones without scripts';
	await checks.check(first, async () => {
		const answer = await ask(world, async (question, id) => {
			await question.onPhone(async (other) => {
				assert.ok((await other.locator('body').innerText()).includes(TEXT));
				await world.picture('phone', other);
				assert.match(await question.press('Pay it'), /Pay it\s+Thank you/);
				// As long as the workflow runs, n8n itself refuses whoever comes.
				await session.waitForExecution(id);
				assert.match(await pressOn(other, 'Do not pay'), /No action required/);
			});
		});
		assert.equal(Object(answer).approved, true);
		assert.match(Object(answer).respondedAt, /^\d{4}-\d\d-\d\dT/);
		await page.getByTestId('canvas-node-status-success').nth(1).waitFor();
	});

	const still = 'Approval: a restart of n8n decides nothing';
	await checks.check(still, async () => {
		const answer = await ask(world, async (question, id) => {
			await n8n.end();
			await n8n.start();
			await session.untilWaiting(id);
			await question.press('Do not pay');
		});
		assert.equal(Object(answer).approved, false);
	});
}
