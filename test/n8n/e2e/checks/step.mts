import assert from 'node:assert/strict';
import { until } from '../../lib/progress.mts';
import { executeStep, startedBy } from '../lib/output.mts';
import { openFreshNode, parametersOf, type World, openIn } from '../lib/world.mts';
import { endedWell } from '../../lib/session.mts';
import { chain, MANUAL_TRIGGER, mobizonNode, node } from '../../lib/workflows.mts';
import { Form } from '../lib/form.mts';

const SEND = { resource: 'message', operation: 'send' };

const COMMENT = 'in the list 7';

export async function checkLocator(world: World): Promise<void> {
	const { page, checks, service } = world;
	const entries = page.getByTestId('rlc-item');
	const listed = async () => await entries.allInnerTexts();

	await checks.check('Link locator: lists and searches, and the link chosen is used', async () => {
		for (let index = 1; index <= 9; index++)
			service.store.addLink({ comment: `in the list ${index}` });
		const parameters = { resource: 'link', operation: 'get' };
		await openFreshNode(world, { type: 'link', parameters });
		await page.getByTestId('rlc-input').click();
		await entries.first().waitFor();
		assert.match((await listed())[0], /in the list 9\s*$/, 'the newest comes first');
		await page.getByTestId('rlc-search').fill(COMMENT);
		await until('One link', async () => (await listed()).length === 1);
		await entries.filter({ hasText: COMMENT }).click();
		const { rows, text } = await executeStep(world);
		assert.equal(rows[0]?.comment, COMMENT, text);
	});
}

const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** The send node as a tool of an AI agent: n8n executes it with what a model would have filled in. */
export async function checkTool(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	await checks.check('AI tool: sends what the model fills in', async () => {
		const agent = node('Agent', AGENT, {}, { typeVersion: 2.2, position: [240, 0] });
		const tool = mobizonNode(world.credentialId, 'Tool', 'messageTool', SEND, {
			position: [340, 220],
		});
		const nodes = [node('Start', MANUAL_TRIGGER), agent];
		const asTool = { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] };
		const connections = { ...chain(nodes), [tool.name]: asTool };
		await openIn(world, { name: 'Tool', nodes: [...nodes, tool], connections }, tool.name);
		const form = new Form(page);
		await form.leaveToModel('recipient');
		await form.leaveToModel('text');
		await page.getByTestId('node-execute-button').click();
		const modelSays = page.getByRole('dialog').filter({ hasText: 'Test Tool' }).last();
		await modelSays.locator('input').first().fill('77010000051');
		await modelSays.locator('input').last().fill('Sent by a tool');
		const execute = modelSays.getByTestId('execute-workflow-button');
		const id = await startedBy(page, () => execute.click());
		endedWell(await session.waitForExecution(id));
		const sent = service.calls.map(parametersOf);
		assert.equal(sent.length, 1);
		assert.equal(sent[0].recipient, '77010000051');
		assert.equal(sent[0].text, 'Sent by a tool');
		await page.getByTestId('output-panel').getByText('statusText').first().waitFor();
	});
}
