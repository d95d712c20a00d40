import type { World } from './world.mts';

/** The whole canvas as it fits on the screen, without anything on it being marked. */
export async function pictureOfCanvas({ page, picture }: World, name: string): Promise<void> {
	await page.keyboard.press('Escape');
	await page.locator('.vue-flow__pane').click({ position: { x: 5, y: 5 } });
	await page.getByTestId('zoom-to-fit').click();
	await picture(name);
}
