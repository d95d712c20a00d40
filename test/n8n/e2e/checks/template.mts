import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from '../../lib/machine.mts';
import { eventually } from '../../lib/progress.mts';
import type { WorkflowFile, WorkflowNode } from '../../lib/workflows.mts';
import { onCanvas, openEmptyCanvas, fitCanvas } from '../lib/editor.mts';
import type { World } from '../lib/world.mts';

/** Nodes of other services: who pastes the example chooses an account of theirs. */
const OTHER_SERVICES = [
	'@n8n/n8n-nodes-langchain.lmChatOpenAi',
	'@n8n/n8n-nodes-langchain.mcpTrigger',
	'n8n-nodes-base.emailSend',
];

/** The example that README and *First workflows* show. */
const ON_PICTURE = 'monday-campaign.json';

/** The example workflows, pasted into an empty canvas, as people do with examples they find. */
export async function checkTemplates({ page, checks, picture }: World): Promise<void> {
	for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'))) {
		await checks.check(`Template pasted: ${file} has no issues`, async () => {
			const text = await readFile(join(EXAMPLES, file), 'utf8');
			const workflow: WorkflowFile = JSON.parse(text);
			await openEmptyCanvas(page);
			await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
			await page.keyboard.press('Control+V');
			const nodes = workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
			for (const { name } of nodes) await onCanvas(page, name).waitFor();
			const isOther = ({ type, disabled }: WorkflowNode) =>
				OTHER_SERVICES.includes(type) && !disabled;
			// They show a moment after the nodes.
			await eventually(async () => {
				const withIssues: WorkflowNode[] = [];
				for (const node of nodes) {
					const issues = onCanvas(page, node.name).getByTestId('node-issues');
					if ((await issues.count()) > 0) withIssues.push(node);
				}
				assert.deepEqual(withIssues, nodes.filter(isOther));
			});
			if (file !== ON_PICTURE) return;
			await fitCanvas(page);
			await picture('campaign');
		});
	}
}
