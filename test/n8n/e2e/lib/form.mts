import type { Locator, Page } from 'playwright-core';
import { chooseOption } from './editor.mts';

/** The parameters of the node that is open, or the fields of another panel. */
export class Form {
	constructor(
		private readonly page: Page,
		private readonly panel = page.getByTestId('node-parameters'),
	) {}

	/** The labels that are on show carry the names of their parameters. */
	private label(name: string): Locator {
		return this.panel.locator(`label[for="${name}"]`).filter({ visible: true }).last();
	}

	field(name: string): Locator {
		return this.panel.getByTestId(`parameter-input-${name}`).filter({ visible: true }).last();
	}

	private group(name: string): Locator {
		return this.panel.locator(`[data-test-id="parameter-item"]:has(label[for="${name}"])`).last();
	}

	/** The names of the parameters on show, top to bottom, with those inside of collections. */
	async names(): Promise<string[]> {
		return await this.namesOf('label[for]');
	}

	/** Without those inside of collections. */
	async topNames(): Promise<string[]> {
		const item = '[data-test-id="parameter-item"]';
		return await this.namesOf(`label[for]:not(${item} ${item} *)`);
	}

	private async namesOf(selector: string): Promise<string[]> {
		const labels = this.panel.locator(selector).filter({ visible: true });
		return await labels.evaluateAll((list) => list.map((label) => label.getAttribute('for') ?? ''));
	}

	/** The hint that appears while the pointer is over the question mark of a parameter. */
	async hint(name: string): Promise<string> {
		await this.label(name).hover();
		await this.label(name).locator('[data-state]').first().hover();
		const described = this.label(name).locator('[aria-describedby]').first();
		const id = await described.getAttribute('aria-describedby');
		const tip = this.page.getByTestId('tooltip-content');
		const text = await tip.filter({ has: this.page.locator(`[id="${id}"]`) }).textContent();
		return text?.trim() ?? '';
	}

	/** Whether this text stands below a parameter. */
	async hasNote(name: string, text: string): Promise<boolean> {
		return await this.group(name).getByText(text, { exact: true }).isVisible();
	}

	/** Fills in a line or an area of text; `{{ }}` makes it an expression, as it does for users. */
	async fill(name: string, value: string): Promise<void> {
		await this.field(name).locator('input, textarea').fill(value);
	}

	/** Chooses from a list by the name of the entry. */
	async choose(name: string, option: string): Promise<void> {
		await this.field(name).locator('input').click();
		await chooseOption(this.page, option);
	}

	/** Gives the link of a node by its ID, code or URL. */
	async locate(mode: string, value: string): Promise<void> {
		await this.page.getByTestId('rlc-mode-selector').click();
		await chooseOption(this.page, mode);
		const input = this.page.getByTestId('rlc-input').locator('input');
		await input.or(this.page.locator('input[data-test-id="rlc-input"]')).first().fill(value);
	}

	/** Leaves a field of a tool to the model, with the button beside it. */
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

	/** What a collection offers. */
	async offers(collection: string): Promise<string[]> {
		await this.adder(collection).click();
		const offered = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await offered.first().waitFor();
		const texts = await offered.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await offered.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.trim());
	}

	/** Adds one of the fields that a collection offers; its only one comes without a list to choose from. */
	async add(collection: string, field?: string): Promise<void> {
		await this.adder(collection).click();
		if (field !== undefined) await chooseOption(this.page, field);
	}

	/** Adds one more entry to a fixed collection. */
	async addTo(collection: string): Promise<void> {
		await this.group(collection).getByRole('button', { name: /^Add / }).click();
	}

	private adder(collection: string): Locator {
		return this.group(collection).getByTestId('collection-parameter-add');
	}
}
