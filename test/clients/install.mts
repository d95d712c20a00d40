import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const FOLDER = resolve('test/clients');

/** An outsider's client of the service, as far as the test uses it: each call takes the service's parameters. */
export type Client = Record<string, (params: object) => Promise<unknown>> & {
	setConfig(config: { apiServer: string; apiKey: string }): void;
};

/**
 * Loads `mobizon-node`, which is installed apart from what this package needs, where it is missing.
 *
 * @returns why it cannot be had, where it cannot
 * @throws Error in CI, where the test must not be skipped
 */
export function mobizonNode(): Client | string {
	const require = createRequire(resolve(FOLDER, 'package.json'));
	try {
		if (!existsSync(resolve(FOLDER, 'node_modules/mobizon-node')))
			execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: FOLDER, stdio: 'pipe' });
		const { mobizon } = require('mobizon-node') as { mobizon: Client };
		return mobizon;
	} catch (error) {
		if (process.env.CI) throw error;
		return `mobizon-node could not be installed into test/clients: ${String(error).slice(0, 200)}`;
	}
}
