import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { installPackages } from '../../lib/debian.mts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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

/** The Chromium that `CHROMIUM` names, or that is there; as root on Debian one is installed. Else throws and says how. */
async function findChromium(): Promise<string> {
	const named = process.env.CHROMIUM;
	if (named !== undefined) {
		if (existsSync(named)) return named;
		throw new Error(`CHROMIUM names ${named}, which does not exist`);
	}
	const found = PLACES.find((place) => existsSync(place));
	if (found !== undefined) return found;
	await installPackages(['chromium'], ', or name one in CHROMIUM');
	return '/usr/bin/chromium';
}

/** Starts a browser without a window. */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: await findChromium(), args: FLAGS });
}
