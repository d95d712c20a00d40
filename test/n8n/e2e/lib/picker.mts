import type { Page } from 'playwright-core';
import { until } from '../../lib/progress.mts';
import { createWorkflow, node } from '../../lib/workflows.mts';
import { openEmptyCanvas, openWorkflow } from './editor.mts';
import type { World } from './world.mts';

/** Opens the list of nodes that can follow a trigger. */
export async function openPicker({ page, session }: World): Promise<void> {
	const nodes = [node('Start', 'n8n-nodes-base.manualTrigger')];
	const { id } = await createWorkflow(session, { name: 'Picker', nodes, connections: {} });
	await openWorkflow(page, id);
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
}

/** Opens the list of triggers, with which a workflow begins. */
export async function openTriggerPicker({ page }: World): Promise<void> {
	await openEmptyCanvas(page);
	await page.getByTestId('canvas-plus-button').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
}

/** Types a search, and waits until the list holds all of the nodes that are expected. Gives all in it. */
export async function searchPicker(
	page: Page,
	text: string,
	expected: string[],
): Promise<string[]> {
	await page.getByTestId('node-creator-search-bar').fill(text);
	let names: string[] = [];
	const found = async () => {
		names = (await page.getByTestId('node-creator-item-name').allInnerTexts()).map((name) =>
			name.trim(),
		);
		return expected.every((name) => names.includes(name)) ? true : undefined;
	};
	await until('The search', found, { timeout: 10_000 }).catch(() => {
		throw new Error(`"${text}" finds ${names.join(', ') || 'nothing'}, not ${expected.join(', ')}`);
	});
	return names;
}

/** Opens the actions, or triggers, of a node that the search has found; gives their texts. */
export async function openActions(page: Page, node: string): Promise<string[]> {
	await page.getByTestId('item-iterator-item').filter({ hasText: node }).first().click();
	await page.getByTestId('node-creator-category-item').first().waitFor();
	return (await page.getByTestId('item-iterator-item').allInnerTexts()).map((text) => text.trim());
}

/** Adds a node by one of its actions; its details open. */
export async function chooseAction(page: Page, action: string): Promise<void> {
	const name = page.getByTestId('node-creator-item-name').filter({ hasText: action });
	await name.first().click();
	await page.getByTestId('node-parameters').waitFor();
}
