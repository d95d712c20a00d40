import assert from 'node:assert/strict';
import { untilWaiting, waitForExecution, type Execution } from '../../lib/executions.mts';
import { startedBy } from '../lib/output.mts';
import { pressOn, questionOnPhone, type Question } from '../lib/phone.mts';
import { closeNode } from '../lib/editor.mts';
import { openFreshNode, type World } from '../lib/world.mts';

const ASK = 'Ask';
const TEXT = 'Refund 120 EUR to "Ann" <b>& co</b>?';
const PARAMETERS = {
	resource: 'message',
	operation: 'sendAndWait',
	recipient: '+7 701 555 09 30',
	message: TEXT,
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Pay it', disapproveLabel: 'Do not pay' },
	},
};

/** Executes a workflow that asks, in the editor; has somebody act while it waits; gives how it ended. */
async function ask(
	world: World,
	act: (question: Question, id: string) => Promise<void>,
	options: Record<string, unknown> = {},
): Promise<Execution> {
	const { page, session, service } = world;
	const parameters = { ...PARAMETERS, options };
	await openFreshNode(world, { type: 'message', name: ASK, more: { parameters } });
	await closeNode(page);
	const before = service.store.messages.size;
	const button = page.getByTestId('execute-workflow-button').first();
	const id = await startedBy(page, () => button.click());
	const question = await questionOnPhone(page, service, before);
	await untilWaiting(world.session, id);
	await act(question, id);
	const execution = await waitForExecution(session, id);
	assert.equal(execution.status, 'success', execution.error?.message);
	assert.equal(service.store.messages.size, before + 1, 'one question is one message');
	return execution;
}

const answerOf = (execution: Execution) => execution.items(ASK)[0].data;

function assertAnswer(execution: Execution, approved: boolean): void {
	const answer = answerOf(execution);
	assert.ok(typeof answer === 'object' && answer !== null, 'there is an answer');
	assert.ok('approved' in answer && 'respondedAt' in answer);
	assert.equal(answer.approved, approved);
	assert.match(String(answer.respondedAt), /^\d{4}-\d\d-\d\dT/);
}

/** Send and Wait for Response: asked in the editor, answered on a phone. */
export async function checkApproval(world: World): Promise<void> {
	const { page, checks } = world;

	await checks.check('Approval: approved on a phone without scripts', async () => {
		const execution = await ask(world, async (question) => {
			await question.onPhone(async (phone) => {
				assert.match(
					await phone.locator('body').innerText(),
					/Refund 120 EUR to "Ann" <b>& co<\/b>\?/,
				);
				assert.match(await pressOn(phone, 'Pay it'), /Pay it\s+Thank you/);
			});
		});
		assertAnswer(execution, true);
		await page.getByTestId('canvas-node-status-success').nth(1).waitFor();
	});

	await checks.check('Approval: declined', async () => {
		assertAnswer(
			await ask(world, async (question) => void (await question.press('Do not pay'))),
			false,
		);
	});

	await checks.check('Approval: robots that preview the link decide nothing', async () => {
		const execution = await ask(world, async (question, id) => {
			await question.openedByRobots();
			await untilWaiting(world.session, id);
			await question.press('Do not pay');
		});
		assertAnswer(execution, false);
	});

	await checks.check(
		'Approval: the first of two answers counts, the second is told so',
		async () => {
			const execution = await ask(world, async (question, id) => {
				await question.onPhone(async (other) => {
					await question.press('Pay it');
					// As long as the workflow runs, n8n itself refuses whoever comes.
					await waitForExecution(world.session, id);
					const text = await pressOn(other, 'Do not pay');
					assert.match(text, /No action required/);
				});
			});
			assertAnswer(execution, true);
		},
	);

	await checks.check(
		'Approval: nobody answers in time, and the link says so afterwards',
		async () => {
			const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
			let late: Question | undefined;
			const execution = await ask(world, async (question) => void (late = question), {
				limitWaitTime: { values: limit },
			});
			assert.equal(answerOf(execution), undefined);
			await late?.onPhone(async (phone) => {
				const text = await phone.locator('body').innerText();
				assert.match(text, /No action required/);
				assert.equal(await phone.getByRole('button').count(), 0);
			});
		},
	);

	await checks.check('Approval: a restart of n8n while it waits changes nothing', async () => {
		const execution = await ask(world, async (question, id) => {
			await world.restart();
			await untilWaiting(world.session, id);
			await question.press('Pay it');
		});
		assertAnswer(execution, true);
	});
}
