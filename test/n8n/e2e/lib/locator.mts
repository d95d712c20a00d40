import type { Page } from 'playwright-core';
import { chooseOption } from './editor.mts';

/** Gives the link of the open node by its ID, code or URL. */
export async function chooseMode(page: Page, mode: string, value: string): Promise<void> {
	await page.getByTestId('rlc-mode-selector').click();
	await chooseOption(page, mode);
	await page
		.getByTestId('rlc-input')
		.locator('input')
		.or(page.locator('input[data-test-id="rlc-input"]'))
		.first()
		.fill(value);
}

/** Opens the list of links and waits for its first page. */
export async function openList(page: Page): Promise<void> {
	await page.getByTestId('rlc-input').click();
	await page.getByTestId('rlc-item').first().waitFor();
}

/** The entries of the list that are loaded. */
export async function listed(page: Page): Promise<string[]> {
	return (await page.getByTestId('rlc-item').allInnerTexts()).map((text) => text.trim());
}

/** Types into the search field above the list. */
export async function searchList(page: Page, text: string): Promise<void> {
	await page.getByTestId('rlc-search').fill(text);
}

export async function chooseFromList(page: Page, name: string): Promise<void> {
	await page.getByTestId('rlc-item').filter({ hasText: name }).first().click();
}

/** Scrolls to the last entry that is loaded, which makes the editor ask for more. */
export async function scrollList(page: Page): Promise<void> {
	await page.getByTestId('rlc-item').last().scrollIntoViewIfNeeded();
}
