// What `npm start` shows: the packed package in a real n8n, against the local service.
import { rm } from 'node:fs/promises';
import { startService } from '../service/index.mts';
import { startN8n } from './lib/n8nProcess.mts';
import { buildAndPack, installPackage, newUserFolder } from './lib/package.mts';
import { freePort } from './lib/ports.mts';
import { step } from './lib/progress.mts';
import { OWNER } from './lib/session.mts';
import { tellStory } from './story.mts';

/** What to undo at the end, last first. */
const undo: Array<() => Promise<void>> = [];
let ending: Promise<void> | undefined;
let allWentWell = false;
/** Set once n8n writes its log there. */
let logFolder: string | undefined;
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
	keepLog = logFolder !== undefined;
	if (keepLog) console.error(`\nKept for the log of n8n: ${logFolder}`);
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

async function main(): Promise<void> {
	const userFolder = await newUserFolder();
	undo.push(async () => {
		if (!keepLog) await rm(userFolder, { recursive: true, force: true });
	});
	const tarball = await step('Building and packing the nodes', () => buildAndPack(userFolder));
	await step('Installing them into n8n', () => installPackage(tarball, userFolder));

	const service = await startService({ port: await freePort(8765) });
	undo.push(() => service.close());
	logFolder = userFolder;
	const n8n = await step('Starting n8n', () => startN8n({ userFolder }));
	undo.push(() => n8n.stop());
	void n8n.exited.then(() => fail(new Error('n8n has ended by itself')));
	if (n8n.port !== 5678) console.log(`  port 5678 is in use, n8n listens on ${n8n.port}`);

	await tellStory(n8n.url, service);
	allWentWell = true;
	console.log('\nAll went well.');
	if (process.argv.includes('--once')) return end(0);
	console.log(`
n8n            ${n8n.url}
  e-mail       ${OWNER.email}
  password     ${OWNER.password}
local service  ${service.url}
log of n8n     ${n8n.logFile}

Press Ctrl-C to stop everything.`);
}

main().catch(fail);
