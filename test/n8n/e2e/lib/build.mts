import type { Page } from 'playwright-core';
import { until } from '../../lib/progress.mts';
import type { SavedWorkflow } from '../../lib/workflows.mts';
import { closeNode, onCanvas, openEmptyCanvas } from './editor.mts';
import { openActions, searchPicker } from './picker.mts';
import type { World } from './world.mts';

/** A node as people look for it in the list of nodes. */
export interface Wanted {
	/** What they type. */
	search: string;
	/** The entry of the list. */
	node: string;
	/** The action or trigger they choose; without one the node is added by the click on its entry. */
	action?: string;
	/** It has nothing to fill in, so the editor does not open it. */
	staysClosed?: true;
}

/** Finds the node in the list that is open, and adds it; its details open. */
async function pick(page: Page, { search, node, action, staysClosed }: Wanted): Promise<void> {
	await page.getByTestId('node-creator-search-bar').waitFor();
	await searchPicker(page, search, [node]);
	const entry = page.getByTestId('node-creator-item-name').getByText(node, { exact: true });
	if (action === undefined) {
		await entry.first().click();
	} else {
		await openActions(page, node);
		const offered = page.getByTestId('node-creator-item-name').getByText(action, { exact: true });
		if ((await offered.count()) === 0) {
			// Beside a node that starts the workflow already, the triggers are folded.
			await page.getByTestId('node-creator-category-item').filter({ hasText: 'Triggers' }).click();
		}
		await offered.first().click();
	}
	if (!staysClosed) await page.getByTestId('node-parameters').waitFor();
}

/** Puts the first node onto an empty canvas; its details open. */
export async function beginWith(page: Page, wanted: Wanted): Promise<void> {
	await openEmptyCanvas(page);
	await page.getByTestId('canvas-plus-button').click();
	await pick(page, wanted);
}

/** Adds a node behind an output of another one, by the plus at its end; its details open. */
export async function addAfter(page: Page, name: string, wanted: Wanted, output = 0) {
	await page.getByTestId('zoom-to-fit').click();
	const end = `[data-test-id="canvas-node-output-handle"][data-node-name="${name}"][data-index="${output}"]`;
	await page.locator(end).getByTestId('canvas-handle-plus').click();
	await pick(page, wanted);
}

/** Adds a node that starts the workflow as well, beside what is there; its details open. */
export async function addBeside(page: Page, wanted: Wanted): Promise<void> {
	await page.getByTestId('node-creator-plus-button').click();
	await pick(page, wanted);
}

/** Gives the workflow its name. */
export async function nameWorkflow(page: Page, name: string): Promise<void> {
	await page.getByTestId('workflow-name-input').click();
	await page.getByTestId('workflow-name-input').locator('input').fill(name);
	await page.keyboard.press('Enter');
}

/** Closes the details that are open, and waits until the canvas shows the node. */
export async function done(page: Page, name: string): Promise<void> {
	// The editor takes over what is typed when nothing more is typed for a moment.
	await page.waitForTimeout(500);
	await closeNode(page);
	await onCanvas(page, name).waitFor();
}

/** Publishes the workflow with the button at the top. Gives what n8n has saved. */
export async function publishInEditor({ page, session }: World): Promise<SavedWorkflow> {
	const button = page.getByTestId('workflow-open-publish-modal-button');
	await button.click();
	await page.getByTestId('workflow-publish-button').click();
	// n8n says what comes now.
	await page.getByRole('button', { name: 'Got it' }).click();
	const id = /\/workflow\/([^/?]+)/.exec(page.url())?.[1];
	if (id === undefined) throw new Error(`No workflow in ${page.url()}`);
	return await session.call('GET', `/workflows/${id}`);
}

/**
 * Publishes a workflow that begins with a trigger of the package, and waits until the trigger has noted
 * what is old: that comes a moment later.
 *
 * @param lastCall what the last call of the first poll has in it
 */
export async function publishPolling(
	world: World,
	lastCall: { method: string; part: string },
): Promise<SavedWorkflow> {
	const { service } = world;
	const before = service.calls.length;
	const workflow = await publishInEditor(world);
	await until('The first poll', async () =>
		service.calls
			.slice(before)
			.find(({ method, rawBody }) => method === lastCall.method && rawBody.includes(lastCall.part)),
	);
	return workflow;
}
