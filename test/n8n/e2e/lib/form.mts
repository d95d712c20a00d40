import type { Locator, Page } from 'playwright-core';
import { chooseOption } from './editor.mts';

/** The parameters of the node that is open, or the fields of another panel. */
export class Form {
	constructor(
		private readonly page: Page,
		private readonly panel = page.getByTestId('node-parameters'),
	) {}

	field(name: string): Locator {
		return this.panel.getByTestId(`parameter-input-${name}`).filter({ visible: true }).last();
	}

	private group(name: string): Locator {
		return this.panel.locator(`[data-test-id="parameter-item"]:has(label[for="${name}"])`).last();
	}

	async fill(name: string, value: string): Promise<void> {
		await this.field(name).locator('input, textarea').fill(value);
	}

	async choose(name: string, option: string): Promise<void> {
		await this.field(name).locator('input').click();
		await chooseOption(this.page, option);
	}

	async locate(mode: string, value: string): Promise<void> {
		await this.page.getByTestId('rlc-mode-selector').click();
		await chooseOption(this.page, mode);
		const input = this.page.getByTestId('rlc-input').locator('input');
		await input.or(this.page.locator('input[data-test-id="rlc-input"]')).first().fill(value);
	}

	async leaveToModel(name: string): Promise<void> {
		await this.group(name).getByTestId('from-ai-override-button').click();
	}

	/** Chooses what is done about errors, and goes back to the parameters. */
	async onError(choice: string): Promise<void> {
		await this.page.getByTestId('tab-settings').click();
		await this.choose('onError', choice);
		await this.page.getByTestId('tab-params').click();
	}

	async switch(name: string): Promise<void> {
		await this.field(name).locator('.el-switch').or(this.field(name)).first().click();
	}

	/** Types a date and time, `YYYY-MM-DD HH:MM:SS`, into a date field. */
	async date(name: string, value: string): Promise<void> {
		await this.field(name).locator('input').fill(value);
		await this.page.keyboard.press('Enter');
	}

	async add(collection: string, field?: string): Promise<void> {
		await this.adder(collection).click();
		if (field !== undefined) await chooseOption(this.page, field);
	}

	async addTo(collection: string): Promise<void> {
		await this.group(collection).getByRole('button', { name: /^Add / }).click();
	}

	private adder(collection: string): Locator {
		return this.group(collection).getByTestId('collection-parameter-add');
	}
}
