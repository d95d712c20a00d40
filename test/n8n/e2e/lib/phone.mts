import type { BrowserContextOptions, Page } from 'playwright-core';
import { nextQuestion } from '../../examples/standIns.mts';
import type { World } from './world.mts';

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
	context.setDefaultTimeout(120_000);
	try {
		return await work(await context.newPage());
	} finally {
		await context.close();
	}
}

/** An old phone that runs no scripts, at night. */
const PHONE = {
	userAgent: 'Mozilla/5.0 (Linux; Android 6.0) AppleWebKit/537.36 Chrome/55.0 Mobile Safari/537.36',
	viewport: { width: 320, height: 480 },
	javaScriptEnabled: false,
	colorScheme: 'dark' as const,
};

export type Question = Awaited<ReturnType<typeof questionOnPhone>>;

export async function pressOn(phone: Page, button: string): Promise<string> {
	const answered = phone.waitForResponse((response) => response.request().method() === 'POST');
	await phone.getByRole('button', { name: button, exact: true }).click();
	await answered;
	return await phone.locator('body').innerText();
}

/** Waits for the SMS with a question, which is the first message. */
export async function questionOnPhone({ page, service }: World) {
	const { shortLink } = await nextQuestion(service, 0);
	const onPhone = <T,>(work: (phone: Page) => Promise<T>): Promise<T> => {
		const open = async (phone: Page) => {
			await phone.goto(shortLink);
			return await work(phone);
		};
		return asGuest(page, open, PHONE);
	};
	const press = (button: string) => onPhone((phone) => pressOn(phone, button));
	return { onPhone, press };
}
