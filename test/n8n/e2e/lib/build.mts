import type { Page } from 'playwright-core';
import type { SavedWorkflow } from '../../lib/workflows.mts';
import { closeNode, onCanvas, openEmptyCanvas, untilTaken, fitCanvas } from './editor.mts';
import { Form } from './form.mts';
import type { World } from './world.mts';

/** A node as people look for it in the list of nodes. */
export interface Step {
	search: string;
	node: string;
	/** The action or trigger they choose; without one the node is added by the click on its entry. */
	action?: string;
	name: string;
	/** The node that it comes behind; without one it starts the workflow. */
	after?: string;
	output?: number;
	fill?(form: Form): Promise<void>;
	/** It has nothing to fill in, so the editor does not open it. */
	staysClosed?: true;
}

const entryOf = (page: Page, name: string) =>
	page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).first();

/** Types a search, and waits until the list has these nodes. */
export async function searchPicker(page: Page, text: string, ...nodes: string[]): Promise<void> {
	await page.getByTestId('node-creator-search-bar').fill(text);
	for (const node of nodes) await entryOf(page, node).waitFor();
}

export async function openActions(page: Page, node: string): Promise<string[]> {
	await page.getByTestId('item-iterator-item').filter({ hasText: node }).first().click();
	await page.getByTestId('node-creator-category-item').first().waitFor();
	return (await page.getByTestId('item-iterator-item').allInnerTexts()).map((text) => text.trim());
}

/** Opens the list of nodes: behind an output of another node by the plus at its end, or beside what is there. */
async function openPicker(page: Page, { after, output = 0 }: Step, isFirst: boolean) {
	if (isFirst) {
		await openEmptyCanvas(page);
		await page.getByTestId('canvas-plus-button').click();
	} else if (after === undefined) {
		await page.getByTestId('node-creator-plus-button').click();
	} else {
		await page.getByTestId('zoom-to-fit').click();
		const end = `[data-test-id="canvas-node-output-handle"][data-node-name="${after}"][data-index="${output}"]`;
		await page.locator(end).getByTestId('canvas-handle-plus').click();
	}
	await page.getByTestId('node-creator-search-bar').waitFor();
}

async function pick(page: Page, { search, node, action }: Step): Promise<void> {
	await searchPicker(page, search, node);
	if (action === undefined) return await entryOf(page, node).click();
	await openActions(page, node);
	if ((await entryOf(page, action).count()) === 0) {
		// Beside a node that starts the workflow already, the triggers are folded.
		await page.getByTestId('node-creator-category-item').filter({ hasText: 'Triggers' }).click();
	}
	await entryOf(page, action).click();
}

export async function build(world: World, name: string, picture: string, steps: Step[]) {
	const { page } = world;
	for (const [index, step] of steps.entries()) {
		await openPicker(page, step, index === 0);
		await pick(page, step);
		if (!step.staysClosed) {
			await page.getByTestId('node-parameters').waitFor();
			await step.fill?.(new Form(page));
			await untilTaken(page);
			await closeNode(page);
		}
		await onCanvas(page, step.name).waitFor();
	}
	await page.getByTestId('workflow-name-input').click();
	await page.getByTestId('workflow-name-input').locator('input').fill(name);
	await page.keyboard.press('Enter');
	await fitCanvas(page);
	await world.picture(picture);
}

export async function publishInEditor({ page, session }: World): Promise<SavedWorkflow> {
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	// n8n says what comes now.
	await page.getByRole('button', { name: 'Got it' }).click();
	const id = /\/workflow\/([^/?]+)/.exec(page.url())?.[1];
	if (id === undefined) throw new Error(`No workflow in ${page.url()}`);
	await session.untilPublished(id);
	return await session.call('GET', `/workflows/${id}`);
}
