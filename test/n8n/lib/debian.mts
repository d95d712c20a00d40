import { existsSync } from 'node:fs';
import { run } from './group.mts';
import { ROOT } from './paths.mts';
import { step } from './progress.mts';

/**
 * Installs packages of Debian. Throws where this process may not, or where there is no Debian, with
 * what to type; `otherwise` tells what else would do.
 */
export async function installPackages(packages: string[], otherwise = ''): Promise<void> {
	const names = packages.join(' ');
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Error(
			`Not found: ${names}. On Debian or Ubuntu: apt-get install ${names}${otherwise}`,
		);
	}
	const quiet = ['-y', '-q', '--no-install-recommends'];
	// Nobody is there to answer questions; and services stay off, since each run starts its own.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	await step(`Installing ${names}`, async () => {
		// A new machine has no list of packages yet, and an old list names files that are gone.
		await run('apt-get update', 'apt-get', ['update', '-q'], ROOT, env);
		await run('apt-get install', 'apt-get', ['install', ...quiet, ...packages], ROOT, env);
	});
}
