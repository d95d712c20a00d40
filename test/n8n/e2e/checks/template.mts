import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from '../../lib/paths.mts';
import type { WorkflowFile } from '../../lib/workflows.mts';
import { onCanvas, openEmptyCanvas } from '../lib/editor.mts';
import { executionOf } from '../lib/output.mts';
import type { World } from '../lib/world.mts';

/** The example that is also executed. */
const EXECUTED = 'links-shortened-by-the-service.json';

/** Nodes of other services: who pastes the example chooses an account of theirs. */
const OTHER_SERVICES = [
	'@n8n/n8n-nodes-langchain.lmChatOpenAi',
	'@n8n/n8n-nodes-langchain.mcpTrigger',
	'n8n-nodes-base.emailSend',
];

const canBeConnected = ({ type }: { type: string }) => type !== 'n8n-nodes-base.stickyNote';

/** Pastes a workflow into an empty canvas, as people do with examples they find. */
async function paste({ page }: World, text: string): Promise<WorkflowFile> {
	const workflow: WorkflowFile = JSON.parse(text);
	await openEmptyCanvas(page);
	await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
	await page.keyboard.press('Control+V');
	for (const { name } of workflow.nodes.filter(canBeConnected)) {
		await onCanvas(page, name).waitFor();
	}
	return workflow;
}

/** The example workflows in the editor. */
export async function checkTemplates(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	const files = (await readdir(EXAMPLES)).filter((file) => file.endsWith('.json'));
	for (const file of files) {
		await checks.check(`Template pasted: ${file} has no issues`, async () => {
			const { nodes } = await paste(world, await readFile(join(EXAMPLES, file), 'utf8'));
			const issues = page.getByTestId('node-issues');
			const names = nodes.filter(canBeConnected).map(({ name }) => name);
			const marked = names.map((name) => onCanvas(page, name).filter({ has: issues }).count());
			const counts = await Promise.all(marked);
			const withIssues = names.filter((_, i) => counts[i] > 0);
			const others = nodes.filter(
				({ type, disabled }) => OTHER_SERVICES.includes(type) && !disabled,
			);
			assert.deepEqual(
				withIssues,
				others.map(({ name }) => name),
			);
		});
	}
	await checks.check(`Template pasted and executed: ${EXECUTED}`, async () => {
		await paste(world, await readFile(join(EXAMPLES, EXECUTED), 'utf8'));
		const before = service.calls.length;
		const button = page.getByTestId('execute-workflow-button').first();
		const execution = await executionOf(page, session, () => button.click());
		assert.equal(execution.status, 'success', execution.error?.message);
		await page.getByTestId('canvas-node-status-success').first().waitFor();
		assert.equal(execution.items('Get the link').length, 1);
		const sent = service.calls.slice(before).filter(({ accepted }) => accepted !== undefined);
		assert.equal(sent.length, 1);
	});
}
