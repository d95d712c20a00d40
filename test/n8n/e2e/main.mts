// `npm run e2e`: the packed package in a real n8n, driven in a browser as its users do.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startService } from '../../service/index.mts';
import { startN8n } from '../lib/n8nProcess.mts';
import { freePort } from '../lib/ports.mts';
import { step } from '../lib/progress.mts';
import { conduct } from '../lib/run/conduct.mts';
import { installInto } from '../lib/run/install.mts';
import { temporaryFolder } from '../lib/run/temporaryFolder.mts';
import { logIn } from '../lib/session.mts';
import { checkAll } from './checks/all.mts';
import { launchChromium } from './lib/chromium.mts';
import { openEditor } from './lib/editor.mts';
import { pictures } from './lib/pictures.mts';

conduct(async (checks, undo) => {
	const browser = await launchChromium();
	undo(() => browser.close());
	const folder = await temporaryFolder(checks, undo);
	await installInto([folder]);
	// A port that looks the same in every picture, where it is free.
	const service = await startService({ port: await freePort(8765) });
	undo(() => service.close());
	const env = { N8N_LOG_LEVEL: 'debug' };
	let n8n = await step('Starting n8n', () => startN8n({ userFolder: folder, env }));
	undo(() => n8n.stop());

	const session = await logIn(n8n.url);
	const page = await openEditor(browser, n8n.url);
	checks.tries = 2;
	let failures = 0;
	checks.onFailure = async () => {
		const path = join(folder, `failed-${++failures}.png`);
		// A picture that cannot be taken must not end the run.
		const taken = await page.screenshot({ path }).then(() => path, String);
		console.log(`        picture: ${taken}`);
	};
	const picture = pictures(page, process.argv.includes('--pictures'));
	const { url, port } = n8n;
	const restart = async () => {
		await n8n.stop();
		n8n = await startN8n({ userFolder: folder, env, port });
		assert.equal(n8n.url, url);
	};
	const world = { page, session, service, n8nUrl: url, checks, picture, restart };
	await checkAll(world, folder);
});
