import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { run } from '../../lib/command.mts';
import { step } from '../../lib/progress.mts';
import { ROOT } from '../../lib/paths.mts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ADVICE =
	'No Chromium found. Install one (on Debian and Ubuntu: apt-get install chromium), or name one in the environment variable CHROMIUM.';

/** Nothing of the browser but the page itself may use the network. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** The Chromium that is there. As root on Debian it installs one; elsewhere it throws and says how. */
async function findChromium(): Promise<string> {
	const named = process.env.CHROMIUM;
	if (named !== undefined) {
		if (existsSync(named)) return named;
		throw new Error(`CHROMIUM names ${named}, which does not exist`);
	}
	const found = PLACES.find((place) => existsSync(place));
	if (found !== undefined) return found;
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(ADVICE);
	await step('Installing Chromium', async () => {
		await run('apt-get update', 'apt-get', ['update', '-q'], ROOT);
		const args = ['install', '-y', '-q', '--no-install-recommends', 'chromium'];
		await run('apt-get install', 'apt-get', args, ROOT);
	});
	return '/usr/bin/chromium';
}

/** Starts a browser without a window. */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: await findChromium(), args: FLAGS });
}
