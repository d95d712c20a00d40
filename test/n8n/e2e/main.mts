// `npm run e2e`: the packed package in a real n8n, driven in a browser as its users do.
import { join } from 'node:path';
import { DEFAULT_KEY } from '../../service/index.mts';
import { accountAt, logIn } from '../lib/session.mts';
import { checkFiles } from '../lib/keySearch.mts';
import { conduct, options } from '../lib/run.mts';
import { checkApproval } from './checks/approval.mts';
import { checkCredential } from './checks/credential.mts';
import { checkLocator, checkTool } from './checks/step.mts';
import { LINK_SCENES, MESSAGE_SCENES } from './checks/scenes.mts';
import { checkOperations } from './checks/operation.mts';
import { checkPicker } from './checks/picker.mts';
import { checkTemplate } from './checks/template.mts';
import { checkTrigger } from './checks/trigger.mts';
import { checkWays } from './checks/ways.mts';
import { launchChromium, openEditor, pictures } from './lib/editor.mts';
import type { World } from './lib/world.mts';

conduct(async (run) => {
	const { checks } = run;
	const browser = await launchChromium();
	run.undo(() => browser.close());
	const { userFolder, service, n8n } = await run.product({
		// It looks the same in every picture.
		service: { port: 8765 },
		env: { N8N_LOG_LEVEL: 'debug' },
	});
	const session = await logIn(n8n.url);
	const page = await openEditor(browser, n8n.url);
	checks.tries = 2;
	checks.onTry = service.reset;
	let failures = 0;
	checks.onFailure = async () => {
		const path = join(userFolder, `failed-${++failures}.png`);
		// A picture that cannot be taken must not end the run.
		const taken = await page.screenshot({ path }).then(() => path, String);
		console.log(`        picture: ${taken}`);
	};
	const picture = pictures(page, options.pictures);
	const credentialId = '';
	const world: World = { page, session, service, n8n, credentialId, checks, picture };

	await checkPicker(world);
	await checkCredential(world);
	// The account for all that follows, whatever became of those made by hand.
	await session.forgetCredentials();
	world.credentialId = await session.createCredential(accountAt(service));
	await session.createKeys();
	await checkWays(world);
	await checkOperations(world, 'link', LINK_SCENES);
	await checkOperations(world, 'message', MESSAGE_SCENES);
	await checkTrigger(world);
	await checkTool(world);
	await checkApproval(world);
	await checkLocator(world);
	await checkTemplate(world);
	// n8n has logged everything, and saved every execution and credential by now.
	await checkFiles(checks, userFolder, { key: DEFAULT_KEY, marker: 'mobizonSmsApi' });
});
