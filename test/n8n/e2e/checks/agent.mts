import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveWithModel } from '../../examples/agent.mts';
import { startModel, WANTED } from '../../examples/scriptedModel.mts';
import { EXAMPLES } from '../../lib/paths.mts';
import type { WorkflowFile } from '../../lib/workflows.mts';
import { openWorkflow } from '../lib/editor.mts';
import { questionOnPhone } from '../lib/phone.mts';
import type { World } from '../lib/world.mts';

const FILE = 'ai-agent-asks-by-sms.json';

/** Says something in the chat of the editor. Gives what the agent answers, once a person has pressed a button. */
async function chat(world: World, modelUrl: string, button: string): Promise<string> {
	const { page, session, service } = world;
	const file: WorkflowFile = JSON.parse(await readFile(join(EXAMPLES, FILE), 'utf8'));
	const { id } = await saveWithModel(session, file, modelUrl);
	await openWorkflow(page, id);
	const before = service.store.messages.size;
	const input = page.locator('.chat-inputs textarea');
	// n8n remembers whether the chat is open.
	if (!(await input.isVisible())) await page.getByTestId('workflow-chat-button').click();
	await input.fill('Say hello to Ann');
	await page.keyboard.press('Enter');
	const question = await questionOnPhone(page, service, before);
	await question.press(button);
	const answers = page.locator('.chat-message-from-bot').filter({ hasText: 'The tools said' });
	return await answers.last().innerText();
}

/** An AI agent in the editor's chat, whose tool a person reviews by SMS. A script plays its model. */
export async function checkAgentBySms(world: World): Promise<void> {
	const { checks, service } = world;
	const sent = () => [...service.store.messages.all()].filter(({ text }) => text === WANTED.Text);

	for (const [what, button, count, says] of [
		['declined', 'Do not send', 0, /rejected the tool call/],
		['approved', 'Send it', 1, /"statusText":"sent"/],
	] as const) {
		await checks.check(`AI agent: its tool is reviewed by SMS, and ${what}`, async () => {
			const model = await startModel();
			try {
				const before = sent().length;
				const answer = await chat(world, model.url, button);
				assert.match(answer, says);
				assert.equal(sent().length - before, count);
			} finally {
				await model.close();
			}
		});
	}
}
