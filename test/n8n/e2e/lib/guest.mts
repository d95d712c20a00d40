import type { BrowserContextOptions, Page } from 'playwright-core';

/** Somebody who is not logged in opens a page of their own; it is closed when they are done. */
export async function asGuest<T>(
	page: Page,
	work: (guest: Page) => Promise<T>,
	options: BrowserContextOptions = {},
): Promise<T> {
	const context = await page
		.context()
		.browser()
		?.newContext({ locale: 'en-US', ...options });
	if (context === undefined) throw new Error('The browser has gone');
	context.setDefaultTimeout(60_000);
	try {
		return await work(await context.newPage());
	} finally {
		await context.close();
	}
}
