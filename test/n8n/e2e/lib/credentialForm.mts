import type { Locator, Page } from 'playwright-core';
import { chooseOption } from './editor.mts';

/** What a user enters; `server` is the name in the list. */
export interface Entered {
	server: string;
	baseUrl: string;
	apiKey: string;
	timezone: string;
}

/** The dialogue in which a credential is made and changed. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	private field(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`);
	}

	private get dialog(): Locator {
		return this.page
			.getByRole('dialog')
			.filter({ has: this.page.getByTestId('editCredential-modal') });
	}

	/** Opens it from a node that has no credential yet. */
	async create(): Promise<void> {
		await this.page.getByTestId('node-credentials-empty-state').getByText('Connect').click();
		await this.field('apiKey').waitFor();
	}

	/** Opens the credential that the node uses; n8n tests it then. */
	async reopen(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
		await this.field('apiKey').waitFor();
	}

	/** Whether a field is on show. */
	async shows(name: string): Promise<boolean> {
		return await this.field(name).isVisible();
	}

	async chooseServer(name: string): Promise<void> {
		await this.field('server').locator('input').click();
		await chooseOption(this.page, name);
	}

	async enter({ server, baseUrl, apiKey, timezone }: Entered): Promise<void> {
		await this.chooseServer(server);
		await this.field('baseUrl').locator('input').fill(baseUrl);
		await this.field('apiKey').locator('input').fill(apiKey);
		await this.field('timezone').locator('input').fill(timezone);
	}

	/** The type of the key's field: the key must not be readable. */
	async keyFieldType(): Promise<string | null> {
		return await this.field('apiKey').locator('input').getAttribute('type');
	}

	async save(): Promise<void> {
		await this.dialog.getByTestId('credential-save-button').click();
	}

	/** What n8n says after the test has failed. */
	async failure(): Promise<string> {
		const more = this.dialog.getByText('More details');
		await more.click();
		await more.waitFor({ state: 'hidden' });
		return await this.dialog.innerText();
	}

	/** Waits for n8n's banner after a test that went well. */
	async success(): Promise<void> {
		await this.dialog.getByTestId('credentials-config-container-test-success').waitFor();
	}

	async closed(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
