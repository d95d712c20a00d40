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

/** Starts the Chromium that `CHROMIUM` names, or that is there; as root on Debian one is installed. */
export async function launchChromium(): Promise<Browser> {
	const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : PLACES;
	const isThere = (place: string) => existsSync(place);
	if (!places.some(isThere)) await installPackages(['chromium'], ', or name one in CHROMIUM');
	const executablePath = places.find(isThere);
	return await chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 });
}
