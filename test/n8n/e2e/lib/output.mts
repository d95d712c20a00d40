import type { Page } from 'playwright-core';
import { waitForExecution, type Execution } from '../../lib/executions.mts';
import type { Session } from '../../lib/session.mts';

/** Texts of the cells of one item by the names of the columns. */
export type Row = Record<string, string>;

/** What one click on "Execute step" led to, as the user sees it and as n8n has saved it. */
export interface Outcome {
	execution: Execution;
	rows: Row[];
	/** What the panel says where it has no table: an error, for instance. */
	text: string;
}

interface Started {
	data: { executionId?: string };
}

/** Does what starts an execution in the editor. Gives its id. */
export async function startedBy(page: Page, start: () => Promise<void>): Promise<string> {
	const isStart = /\/rest\/workflows\/[^/]+\/run$/;
	const [response] = await Promise.all([
		page.waitForResponse((answer) => isStart.test(answer.url())),
		start(),
	]);
	const { data }: Started = await response.json();
	if (data.executionId === undefined) throw new Error('The editor did not start an execution');
	return data.executionId;
}

/** Does what starts an execution in the editor, and waits until it has ended. */
export const executionOf = async (
	page: Page,
	session: Session,
	start: () => Promise<void>,
): Promise<Execution> => await waitForExecution(session, await startedBy(page, start));

/** Executes the open node, which has no output yet, and reads what its output panel shows. */
export async function executeStep(page: Page, session: Session): Promise<Outcome> {
	// The editor takes over what is typed when nothing more is typed for a moment.
	await page.waitForTimeout(500);
	const button = page.getByTestId('node-execute-button');
	const execution = await executionOf(page, session, () => button.click());
	const panel = page.getByTestId('output-panel');
	// The mark of success or failure appears before the items do.
	const shown = panel.locator('table tbody tr').or(panel.getByTestId('node-error-message'));
	await shown.or(panel.getByText('No output data returned')).first().waitFor();
	return { execution, rows: await readTable(page), text: await panel.innerText() };
}

/** The items in the output panel, at most as many as one of its pages holds. */
export async function readTable(page: Page): Promise<Row[]> {
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

/** Shows another output of the node, by the start of its name. */
export async function openBranch(page: Page, name: string): Promise<void> {
	// The logs below the canvas, which stay open once they were, have such tabs, too.
	const branches = page.getByTestId('output-panel').getByTestId('branches');
	await branches.getByText(name).click();
	await branches.getByRole('tab', { name, selected: true }).waitFor();
	await page.getByTestId('output-panel').locator('table tbody tr').first().waitFor();
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
