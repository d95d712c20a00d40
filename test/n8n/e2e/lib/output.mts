import type { Page } from 'playwright-core';
import { untilTaken } from './editor.mts';
import type { World } from './world.mts';

export type Row = Record<string, string>;

/** Does what starts an execution in the editor. Gives its id. */
export async function startedBy(page: Page, start: () => Promise<void>): Promise<string> {
	const isStart = /\/rest\/workflows\/[^/]+\/run$/;
	const [response] = await Promise.all([
		page.waitForResponse((answer) => isStart.test(answer.url())),
		start(),
	]);
	const { data }: { data: { executionId?: string } } = await response.json();
	if (data.executionId === undefined) throw new Error('The editor did not start an execution');
	return data.executionId;
}

/**
 * Executes the open node, which has no output yet. Gives the execution, and what the output panel shows: a table,
 * and all its text, which may be an error.
 */
export async function executeStep({ page, session }: World) {
	await untilTaken(page);
	const button = page.getByTestId('node-execute-button');
	const execution = await session.waitForExecution(await startedBy(page, () => button.click()));
	const panel = page.getByTestId('output-panel');
	// The mark of success or failure appears before the items do.
	const shown = panel.locator('table tbody tr').or(panel.getByTestId('node-error-message'));
	await shown.or(panel.getByText('No output data returned')).first().waitFor();
	return { execution, rows: await readTable(page), text: await panel.innerText() };
}

async function readTable(page: Page): Promise<Row[]> {
	const panel = page.getByTestId('output-panel');
	const names = (await panel.locator('table thead th').allInnerTexts()).map((text) => text.trim());
	const lines = await panel
		.locator('table tbody tr')
		.evaluateAll((list) =>
			list.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
		);
	return lines
		.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])))
		.filter((row) => Object.values(row).some((value) => value !== ''));
}

/** Shows the output field by field instead of as a table while `work` lasts: this suits few items. */
export async function asSchema(page: Page, work: () => Promise<void>): Promise<void> {
	const view = (name: string) => page.getByTestId('output-panel').getByTestId(name).click();
	await view('radio-button-schema');
	try {
		await work();
	} finally {
		// n8n remembers the view for all nodes, and everything here reads tables.
		await view('radio-button-table');
	}
}
