import assert from 'node:assert/strict';
import { DEFAULT_KEY, RIGHT_HOST, WRONG_HOST_KEY } from '../../../service/index.mts';
import { freePort } from '../../lib/ports.mts';
import { node, createWorkflow } from '../../lib/workflows.mts';
import { CredentialForm, type Entered } from '../lib/credentialForm.mts';
import { PACKAGE } from '../lib/described.mts';
import { openNode, openWorkflow } from '../lib/editor.mts';
import type { World } from '../lib/world.mts';

const WRONG_KEY = DEFAULT_KEY.replaceAll('0', '1');

/** Opens the dialogue from a new node, in an n8n that has no credential. */
async function newCredential({ page, session }: World): Promise<CredentialForm> {
	const saved = await session.call<Array<{ id: string }>>('GET', '/credentials');
	for (const { id } of saved) await session.call('DELETE', `/credentials/${id}`);
	const nodes = [node('Mobizon', `${PACKAGE}.message`)];
	const { id } = await createWorkflow(session, { name: 'Credential', nodes, connections: {} });
	await openWorkflow(page, id);
	await openNode(page, 'Mobizon');
	const form = new CredentialForm(page);
	await form.create();
	return form;
}

/** The credential as people make it, and what n8n tells them about it. */
export async function checkCredential(world: World): Promise<void> {
	const { page, checks, service } = world;
	const good: Entered = {
		server: 'Other',
		baseUrl: service.url,
		apiKey: DEFAULT_KEY,
		timezone: service.timezone,
	};

	await checks.check('Credential: the address is asked for another server only', async () => {
		const form = await newCredential(world);
		assert.equal(await form.shows('baseUrl'), false);
		await form.chooseServer('Other');
		assert.equal(await form.shows('baseUrl'), true);
		await form.chooseServer('Ukraine');
		assert.equal(await form.shows('baseUrl'), false);
	});

	await checks.check('Credential: made in the editor, and its test passes', async () => {
		const form = await newCredential(world);
		await form.enter(good);
		assert.equal(await form.keyFieldType(), 'password');
		await form.save();
		await form.closed();
		assert.equal(service.calls.at(-1)?.code, 0, 'n8n has asked the service');
		await form.reopen();
		await form.success();
		assert.ok(!(await page.content()).includes(DEFAULT_KEY), 'the key does not come back');
		await world.picture('credential');
	});

	const closed = `http://127.0.0.1:${await freePort(40_000)}`;
	const failures: Array<[string, Partial<Entered>, string[]]> = [
		['a wrong key', { apiKey: WRONG_KEY }, ['code 8', 'API key']],
		['another host (code 13)', { apiKey: WRONG_HOST_KEY }, ['code 13', RIGHT_HOST]],
		['nobody there', { baseUrl: closed }, ['could not be reached', 'ECONNREFUSED']],
		['another web site', { baseUrl: page.url().replace(/(\/\/[^/]*).*/, '$1') }, ['404']],
	];
	for (const [what, wrong, told] of failures) {
		await checks.check(`Credential: its test fails and says why: ${what}`, async () => {
			const form = await newCredential(world);
			await form.enter({ ...good, ...wrong });
			await form.save();
			const text = await form.failure();
			for (const part of told) assert.ok(text.includes(part), `"${part}" is not in: ${text}`);
		});
	}
}
