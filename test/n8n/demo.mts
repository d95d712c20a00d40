// What `npm start` shows: the packed package in a real n8n, against the local service.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../service/index.mts';
import { followService } from './lib/credentials.mts';
import { loadEveryNode } from './lib/everyNode.mts';
import { openHome, type Home } from './lib/home.mts';
import { keepSaved, restore } from './lib/memory.mts';
import { startN8n } from './lib/n8nProcess.mts';
import { hasScreen, openBrowser } from './lib/openBrowser.mts';
import { buildAndPack, installPackage, newUserFolder } from './lib/package.mts';
import { freePort } from './lib/ports.mts';
import { step } from './lib/progress.mts';
import { logIn, OWNER } from './lib/session.mts';
import { ownZone } from './lib/zone.mts';
import { tellStory } from './story.mts';

const isOnce = process.argv.includes('--once');
const isFresh = process.argv.includes('--fresh');

/** What to undo at the end, last first. */
const undo: Array<() => Promise<void>> = [];
let ending: Promise<void> | undefined;
let allWentWell = false;
/** Set once n8n writes its log there. */
let logFile: string | undefined;
let keepLog = false;

/** Stops all that was started, once, however often it is asked; then ends this process. */
async function end(code: number): Promise<never> {
	ending ??= (async () => {
		for (const action of undo.splice(0).reverse()) await action();
	})();
	await ending;
	process.exit(code);
}

async function fail(error: unknown): Promise<never> {
	// While we stop, whatever was under way fails: that is no news.
	if (ending !== undefined) return end(1);
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	keepLog = logFile !== undefined;
	if (keepLog) console.error(`\nThe log of n8n: ${logFile}`);
	return end(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (ending === undefined) console.log('\nStopping ...');
		void end(allWentWell ? 0 : 130);
	});
}
// Whoever started us is gone without a word: leave nothing running.
process.on('disconnect', () => void end(1));

/** A home for one run, which goes with it. */
async function temporaryHome(): Promise<Home> {
	const folder = await newUserFolder();
	undo.push(async () => {
		if (!keepLog) await rm(folder, { recursive: true, force: true });
	});
	return { folder, settle: async () => undefined };
}

async function main(): Promise<void> {
	const home = isOnce ? await temporaryHome() : await openHome(isFresh);
	const { folder, lastServiceUrl } = home;
	if (lastServiceUrl !== undefined) console.log('Going on from where you left off.');
	const tarball = await step('Building and packing the nodes', () => buildAndPack(folder));
	await step('Installing them into n8n', () => installPackage(tarball, folder));
	if (isOnce) await step('Loading every node that n8n has', loadEveryNode);

	const timezone = ownZone();
	const wanted = lastServiceUrl === undefined ? 8765 : Number(new URL(lastServiceUrl).port);
	const service = await startService({ port: await freePort(wanted), timezone });
	undo.push(() => service.close());
	const memory = join(folder, 'service.json');
	await restore(service, memory);

	const env = { GENERIC_TIMEZONE: timezone };
	const n8n = await step('Starting n8n', () => startN8n({ userFolder: folder, env }));
	undo.push(() => n8n.stop());
	logFile = n8n.logFile;
	void n8n.exited.then(() => fail(new Error('n8n has ended by itself')));
	if (n8n.port !== 5678) console.log(`  port 5678 is in use, n8n listens on ${n8n.port}`);

	if (lastServiceUrl === undefined) {
		await tellStory(n8n.url, service);
		console.log('\nAll went well.');
	} else if (lastServiceUrl !== service.url) {
		await followService(await logIn(n8n.url), lastServiceUrl, service.url);
	}
	allWentWell = true;
	if (isOnce) return end(0);
	undo.push(keepSaved(service, memory));
	await home.settle(service.url);

	// n8n's own first page would be that of its assistant.
	const workflows = `${n8n.url}/home/workflows`;
	console.log(`
n8n            ${workflows}
  e-mail       ${OWNER.email}
  password     ${OWNER.password}
local service  ${service.url}
  shows messages and links as they move, and makes numbers fail
log of n8n     ${n8n.logFile}

All times are in ${timezone}.
Press Ctrl-C to stop everything. What you build is kept for the next start, in ${folder};
npm start -- --fresh begins anew.`);
	if (hasScreen(process.env, process.platform, process.stdout.isTTY)) openBrowser(workflows);
}

main().catch(fail);
