import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { OWNER } from '../../lib/session.mts';

// n8n's own name for the attribute that its tests go by.
selectors.setTestIdAttribute('data-test-id');

/** What the pictures of the documentation show. */
const VIEW = { width: 1280, height: 800 };

/** A page of the editor, logged in as the owner. */
export async function openEditor(browser: Browser, n8nUrl: string): Promise<Page> {
	const context = await browser.newContext({
		baseURL: n8nUrl,
		viewport: VIEW,
		colorScheme: 'light',
		reducedMotion: 'reduce',
		locale: 'en-US',
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	context.setDefaultTimeout(120_000);
	const login = { emailOrLdapLoginId: OWNER.email, password: OWNER.password };
	const answer = await context.request.post('/rest/login', { data: login });
	if (!answer.ok()) throw new Error(`Logging in to the editor: HTTP ${answer.status()}`);
	return await context.newPage();
}

/** Shows a saved workflow. */
export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Shows an empty canvas; nothing is saved until something is put on it. */
export async function openEmptyCanvas(page: Page): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-plus-button').waitFor();
}

/** A node on the canvas by its name. */
export const onCanvas = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Opens the details of a node with a double click. */
export async function openNode(page: Page, name: string): Promise<void> {
	await onCanvas(page, name).dblclick();
	await page.getByTestId('node-parameters').waitFor();
}

export async function closeNode(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
}

/**
 * Waits until the editor has taken over what was typed: it does so when nothing more is typed for a moment. The page
 * counts the time itself, since it may be slower than this process.
 */
export async function untilTaken(page: Page): Promise<void> {
	await page.evaluate('new Promise((done) => setTimeout(() => requestIdleCallback(done), 500))');
}

/** A list that has closed meanwhile is not waited for. */
const QUICK = { timeout: 500 };

/** Chooses an entry of the drop-down list that is open, by its whole name. */
export async function chooseOption(page: Page, name: string): Promise<void> {
	const options = page.getByRole('option').filter({ visible: true });
	// The description of an entry stands below its name.
	const option = options.filter({ hasText: new RegExp(`^\\s*${escape(name)}`) }).first();
	const isChosen = async () =>
		(await option.count()) === 0 ||
		(await option.getAttribute('aria-selected', QUICK).catch(() => null)) === 'true';
	// While the list still opens, n8n does not notice a click; and it may close just before another one.
	for (let tries = 0; tries < 5; tries++) {
		if (tries === 0) await option.click();
		else await option.click({ timeout: 5_000 }).catch(() => undefined);
		for (let waits = 0; waits < 10; waits++) {
			if (await isChosen()) return;
			await page.waitForTimeout(200);
		}
	}
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
