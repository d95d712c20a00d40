// `npm run e2e`: the packed package in a real n8n, driven in a browser as its users do.
import { rm } from 'node:fs/promises';
import { startService } from '../../service/index.mts';
import { startN8n } from '../lib/n8nProcess.mts';
import { buildAndPack, installPackage, newUserFolder } from '../lib/package.mts';
import { freePort } from '../lib/ports.mts';
import { step } from '../lib/progress.mts';
import { logIn } from '../lib/session.mts';
import { checkAll } from './checks/all.mts';
import { Checks } from './lib/checks.mts';
import { launchChromium } from './lib/chromium.mts';
import { openEditor } from './lib/editor.mts';
import { pictures } from './lib/pictures.mts';

/** What to undo at the end, last first. */
const undo: Array<() => Promise<unknown>> = [];
let ending: Promise<void> | undefined;

/** Stops all that was started, once, however often it is asked; then ends this process. */
async function end(code: number): Promise<never> {
	ending ??= (async () => {
		for (const action of undo.splice(0).reverse()) await action();
	})();
	await ending;
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => void end(130));
}

/** Gives the exit code. */
async function main(): Promise<number> {
	const browser = await launchChromium();
	undo.push(() => browser.close());
	const folder = await newUserFolder();
	let keep = true;
	undo.push(async () => {
		if (keep) console.log(`Kept for the pictures and the log of n8n: ${folder}`);
		else await rm(folder, { recursive: true, force: true });
	});
	const tarball = await step('Building and packing the nodes', () => buildAndPack(folder));
	await step('Installing them into n8n', () => installPackage(tarball, folder));
	// A port that looks the same in every picture, where it is free.
	const service = await startService({ port: await freePort(8765) });
	undo.push(() => service.close());
	const env = { N8N_LOG_LEVEL: 'debug' };
	const n8n = await step('Starting n8n', () => startN8n({ userFolder: folder, env }));
	undo.push(() => n8n.stop());

	const session = await logIn(n8n.url);
	const page = await openEditor(browser, n8n.url);
	const checks = new Checks(page, folder);
	const picture = pictures(page, process.argv.includes('--pictures'));
	await checkAll({ page, session, service, checks, picture }, folder);

	console.log(`\n${checks.passed} passed, ${checks.failed} failed`);
	keep = checks.failed > 0;
	return checks.failed === 0 ? 0 : 1;
}

main()
	.catch((error: unknown) => {
		// While all is being stopped, whatever was under way fails: that is no news.
		if (ending === undefined) console.error(error instanceof Error ? error.message : error);
		return 1;
	})
	.then(end);
