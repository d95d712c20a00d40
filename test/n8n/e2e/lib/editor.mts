import { selectors, type Browser, type Locator, type Page, chromium } from 'playwright-core';
import { OWNER } from '../../lib/session.mts';
import { existsSync } from 'node:fs';
import { installPackages, ROOT } from '../../lib/machine.mts';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from './world.mts';

// n8n's own name for the attribute that its tests go by.
selectors.setTestIdAttribute('data-test-id');

/** What the pictures of the documentation show. */
const VIEW = { width: 1280, height: 800 };

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

export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Shows an empty canvas; nothing is saved until something is put on it. */
export async function openEmptyCanvas(page: Page): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-plus-button').waitFor();
}

export const onCanvas = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

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
	throw new Error(`"${name}" could not be chosen`);
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Nothing of the browser but the page itself may use the network. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts the Chromium that `CHROMIUM` names, or that is there; as root on Debian one is installed. */
export async function launchChromium(): Promise<Browser> {
	const find = () => process.env.CHROMIUM || PLACES.find((place) => existsSync(place));
	if (!find()) await installPackages(['chromium'], ', or name one in CHROMIUM');
	// Playwright would end this process before all is stopped.
	const handled = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
	const options = { executablePath: find(), args: FLAGS, timeout: 120_000 };
	return await chromium.launch({ ...options, ...handled });
}

const FOLDER = join(ROOT, 'docs', 'images');
const MAX_BYTES = 120_000;
/** The dots of the canvas would take half of the bytes. */
const PLAIN = '.vue-flow__background { display: none }';

/**
 * What takes the documentation's pictures; it does nothing when they are not wanted, so that an
 * ordinary run changes no file of the repository.
 */
export function pictures(editor: Page, wanted: boolean): World['picture'] {
	return async (name, page = editor) => {
		if (!wanted) return;
		if (page === editor) await tidy(page);
		await mkdir(FOLDER, { recursive: true });
		const path = join(FOLDER, `${name}.png`);
		await page.screenshot({ path, animations: 'disabled', caret: 'hide', style: PLAIN });
		const { size } = await stat(path);
		if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`);
	};
}

/** Fits the whole canvas on the screen, without anything on it being marked. */
export async function fitCanvas(page: Page): Promise<void> {
	await page.keyboard.press('Escape');
	await page.locator('.vue-flow__pane').click({ position: { x: 5, y: 5 } });
	await page.getByTestId('zoom-to-fit').click();
}

/** Puts the pointer where it shows nothing, and waits until messages in the corner are gone. */
async function tidy(page: Page): Promise<void> {
	await page.mouse.move(0, 0);
	const toasts = page.locator('.el-notification').filter({ visible: true });
	for (const toast of await toasts.all()) {
		await toast
			.locator('.el-notification__closeBtn')
			.click({ timeout: 2_000 })
			.catch(() => {});
	}
	await toasts.first().waitFor({ state: 'hidden' });
}
