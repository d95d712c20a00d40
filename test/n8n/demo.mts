// What `npm start` shows: the packed package in a real n8n, against the local service.
// --once: in a new folder, to the end of the story. --fresh: forgets what the last start has kept.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { IANAZone } from 'luxon';
import { run as runCommand } from './lib/group.mts';
import { openHome, type Home } from './lib/home.mts';
import { keepSaved, restore } from './lib/memory.mts';
import { hasScreen, openBrowser } from './lib/openBrowser.mts';
import { installInto } from './lib/package.mts';
import { N8N_DIR, nodeForN8n, ROOT } from './lib/paths.mts';
import { freePort } from './lib/ports.mts';
import { step } from './lib/progress.mts';
import { conduct } from './lib/run/conduct.mts';
import { logIn, OWNER } from './lib/session.mts';
import { tellStory } from './story.mts';

const isWanted = { type: 'boolean', default: false } as const;

const DAY = 86_400_000;

/**
 * The zone of this machine, or UTC where it has none that has a name. Also in a night in which its clocks change: the
 * hour that comes twice has no clear times, and what the story tells of a lost answer does not hold in it.
 */
function ownZone(): string {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const zone = IANAZone.create(timeZone);
	const changes = zone.offset(Date.now() - DAY) !== zone.offset(Date.now() + DAY);
	return zone.isValid && !changes ? timeZone : 'UTC';
}

/** Loads every node and credential that n8n brings. Throws with the names of those that do not load. */
async function loadEveryNode(): Promise<void> {
	const args = ['test/n8n/lib/everyNode.mjs', N8N_DIR];
	const printed = await runCommand('Loading the nodes of n8n', nodeForN8n(), args, ROOT);
	console.log(`    ${printed.trim()}`);
}

conduct(async (run) => {
	const options = { once: isWanted, fresh: isWanted, tarball: { type: 'string' } } as const;
	const { once, fresh } = parseArgs({ options }).values;
	const home: Home = once
		? { folder: await run.folder(), lastServiceUrl: undefined, settle: async () => undefined }
		: await openHome(fresh);
	const { folder, lastServiceUrl } = home;
	if (lastServiceUrl !== undefined) console.log('Going on from where you left off.');
	await installInto([folder]);
	if (once) await step('Loading every node that n8n has', loadEveryNode);

	const timezone = ownZone();
	const wanted = lastServiceUrl === undefined ? 8765 : Number(new URL(lastServiceUrl).port);
	const service = await run.service({ port: await freePort(wanted), timezone });
	const memory = join(folder, 'service.json');
	await restore(service, memory);
	const n8n = await run.n8n({ userFolder: folder, env: { GENERIC_TIMEZONE: timezone } });
	if (n8n.port !== 5678) console.log(`  port 5678 is in use, n8n listens on ${n8n.port}`);

	if (lastServiceUrl === undefined) {
		await Promise.race([tellStory(n8n.url, service), n8n.failed]);
		console.log('\nAll went well.');
	} else if (lastServiceUrl !== service.url) {
		const session = await logIn(n8n.url);
		await session.followService(lastServiceUrl, service.url);
	}
	if (once) return;
	run.stopCode = 0;
	run.undo(keepSaved(service, memory));
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
	await n8n.failed;
});
