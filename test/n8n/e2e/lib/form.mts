import type { Locator, Page } from 'playwright-core';
import { chooseOption } from './editor.mts';

/** The parameters of the node that is open. */
export class Form {
	constructor(private readonly page: Page) {}

	private get panel(): Locator {
		return this.page.getByTestId('node-parameters');
	}

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

	/** The name of the entry that is chosen. */
	async chosen(name: string): Promise<string> {
		return await this.field(name).locator('input').inputValue();
	}

	/** Makes any kind of field an expression. */
	async express(name: string, expression: string): Promise<void> {
		await this.label(name).hover();
		await this.label(name).getByTestId('radio-button-expression').click();
		await this.field(name).locator('.cm-content').fill(expression);
	}

	/** Leaves a field of a tool to the model, with the button beside it. */
	async leaveToModel(name: string): Promise<void> {
		await this.group(name).getByTestId('from-ai-override-button').click();
	}

	/** What the editor shows as the value of an expression for the first item, once it lost the focus. */
	async resolved(name: string): Promise<string> {
		const hint = this.group(name).getByTestId('parameter-input-hint');
		return (await hint.first().innerText()).replaceAll('\u00a0', ' ').trim();
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

	private get offered(): Locator {
		return this.page.getByTestId('collection-parameter-option').filter({ visible: true });
	}

	/** What a collection offers. Leaves its list open. */
	async offers(collection: string): Promise<string[]> {
		await this.adder(collection).click();
		await this.offered.first().waitFor();
		return (await this.offered.allInnerTexts()).map((text) => text.trim());
	}

	/** Adds one of the fields that a collection offers. */
	async add(collection: string, field: string): Promise<void> {
		await this.adder(collection).click();
		await chooseOption(this.page, field);
	}

	/** Adds the field of a collection that has only one: it comes without a list to choose from. */
	async addOnly(collection: string): Promise<void> {
		await this.adder(collection).click();
	}

	/** Adds one more entry to a fixed collection. */
	async addTo(collection: string): Promise<void> {
		await this.group(collection).getByRole('button', { name: /^Add / }).click();
	}

	/** Closes the list that `offers` has opened. */
	async closeList(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.offered.first().waitFor({ state: 'hidden' });
	}

	private adder(collection: string): Locator {
		return this.group(collection).getByTestId('collection-parameter-add');
	}
}
