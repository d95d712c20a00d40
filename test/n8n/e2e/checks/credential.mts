import assert from 'node:assert/strict';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { until } from '../../lib/progress.mts';
import { node, PACKAGE } from '../../lib/workflows.mts';
import { Form } from '../lib/form.mts';
import { openIn, type World } from '../lib/world.mts';

export async function checkCredential(world: World): Promise<void> {
	const { page, checks, service, session } = world;
	const isDialog = { has: page.getByTestId('editCredential-modal') };
	const dialog = page.getByRole('dialog').filter(isDialog);
	const form = new Form(page, dialog);

	const open = async () => {
		await session.forgetCredentials();
		const nodes = [node('Mobizon', `${PACKAGE}.message`)];
		await openIn(world, { name: 'Credential', nodes, connections: {} }, 'Mobizon');
		await page.getByTestId('node-credentials-empty-state').getByText('Connect').click();
		await form.field('apiKey').waitFor();
	};
	const enterAndSave = async () => {
		await form.choose('server', 'Other');
		const account = { baseUrl: service.url, apiKey: DEFAULT_KEY, timezone: service.timezone };
		for (const [name, value] of Object.entries(account)) await form.fill(name, value);
		await dialog.getByTestId('credential-save-button').click();
	};

	await checks.check('Credential: the address is asked for another server only', async () => {
		await open();
		const address = form.field('baseUrl');
		assert.equal(await address.isVisible(), false);
		await form.choose('server', 'Other');
		await address.waitFor();
		await form.choose('server', 'Ukraine');
		await address.waitFor({ state: 'hidden' });
	});

	await checks.check('Credential: made in the editor, and its test passes', async () => {
		await open();
		const keyField = form.field('apiKey').locator('input');
		assert.equal(await keyField.getAttribute('type'), 'password', 'the key is not readable');
		await enterAndSave();
		await dialog.waitFor({ state: 'hidden' });
		await until('n8n has asked the service', async () => service.calls.at(-1)?.code === 0);
		// n8n tests it again when it is opened.
		await page.getByTestId('credential-edit-button').click();
		await dialog.getByTestId('credentials-config-container-test-success').waitFor();
		assert.ok(!(await page.content()).includes(DEFAULT_KEY), 'the key does not come back');
		await world.picture('credential');
	});

	await checks.check('Credential: its test fails and says why', async () => {
		await open();
		service.faults.add({ times: Infinity, kind: { code: 13, data: 'api.mobizon.kz' } });
		await enterAndSave();
		const more = dialog.getByText('More details');
		await more.click();
		await more.waitFor({ state: 'hidden' });
		const text = await dialog.innerText();
		for (const part of ['code 13', 'api.mobizon.kz']) assert.ok(text.includes(part), text);
	});
}
