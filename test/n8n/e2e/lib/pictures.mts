import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../lib/paths.mts';
import type { World } from './world.mts';

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
