import assert from 'node:assert/strict';
import { chain, createWorkflow, node } from '../../lib/workflows.mts';
import { parametersOf } from '../lib/calls.mts';
import { openNode, openWorkflow } from '../lib/editor.mts';
import { Form } from '../lib/form.mts';
import { executionOf } from '../lib/output.mts';
import { mobizonNode, type World } from '../lib/world.mts';

const AGENT = '@n8n/n8n-nodes-langchain.agent';
const SEND = { resource: 'message', operation: 'send' };

/** Opens the send node as a tool of an AI agent. */
async function openTool(world: World): Promise<void> {
	const agent = node('Agent', AGENT, {}, { typeVersion: 2.2, position: [240, 0] });
	const more = { parameters: SEND, position: [340, 220] satisfies [number, number] };
	const tool = await mobizonNode(world, 'Tool', 'messageTool', more);
	const nodes = [node('Start', 'n8n-nodes-base.manualTrigger'), agent];
	const asTool = { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] };
	const connections = { ...chain(nodes), [tool.name]: asTool };
	const file = { name: 'Tool', nodes: [...nodes, tool], connections };
	const { id } = await createWorkflow(world.session, file);
	await openWorkflow(world.page, id);
	await openNode(world.page, tool.name);
}

/** The send node as a tool: n8n executes it with what a model would have filled in. */
export async function checkTool(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	await checks.check('AI tool: sends what the model fills in', async () => {
		await openTool(world);
		const form = new Form(page);
		await form.leaveToModel('recipient');
		await form.leaveToModel('text');
		await page.getByTestId('node-execute-button').click();
		const modelSays = page.getByRole('dialog').filter({ hasText: 'Test Tool' }).last();
		await modelSays.locator('input').first().fill('77010000051');
		await modelSays.locator('input').last().fill('Sent by a tool');
		const before = service.calls.length;
		const execute = modelSays.getByTestId('execute-workflow-button');
		const execution = await executionOf(page, session, () => execute.click());
		assert.equal(execution.status, 'success', execution.error?.message);
		const sent = service.calls.slice(before).map(parametersOf);
		assert.equal(sent.length, 1);
		assert.equal(sent[0].recipient, '77010000051');
		assert.equal(sent[0].text, 'Sent by a tool');
		const panel = page.getByTestId('output-panel');
		await panel.getByText('statusText').first().waitFor();
	});
}
