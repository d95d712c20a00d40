import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from '../../lib/machine.mts';
import { eventually } from '../../lib/progress.mts';
import type { WorkflowFile } from '../../lib/workflows.mts';
import { onCanvas, openEmptyCanvas, fitCanvas } from '../lib/editor.mts';
import type { World } from '../lib/world.mts';

/** The example that README and *First workflows* show, pasted into an empty canvas. All are played by `npm start`. */
export async function checkTemplate({ page, checks, picture }: World): Promise<void> {
	await checks.check('Template pasted: only its mail asks for an account', async () => {
		const text = await readFile(join(EXAMPLES, 'monday-campaign.json'), 'utf8');
		const workflow: WorkflowFile = JSON.parse(text);
		await openEmptyCanvas(page);
		await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await page.keyboard.press('Control+V');
		const nodes = workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
		for (const { name } of nodes) await onCanvas(page, name).waitFor();
		// Issues show a moment after the nodes.
		await eventually(async () => {
			const withIssues: string[] = [];
			for (const { name, type } of nodes) {
				const issues = onCanvas(page, name).getByTestId('node-issues');
				if ((await issues.count()) > 0) withIssues.push(type);
			}
			assert.deepEqual(withIssues, ['n8n-nodes-base.emailSend']);
		});
		await fitCanvas(page);
		await picture('campaign');
	});
}
