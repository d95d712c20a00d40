import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { obtain } from './required.mts';

const FOLDER = resolve('test/clients');

/** An outsider's client of the service, as far as the test uses it: each call takes the service's parameters. */
export type Client = Record<string, (params: object) => Promise<unknown>> & {
	setConfig(config: { apiServer: string; apiKey: string }): void;
};

/** Loads `mobizon-node` of npm, and installs it first where it is missing. @returns why not, where it cannot be had */
export const mobizonNode = (): Client | string =>
	obtain('mobizon-node', () => {
		const require = createRequire(resolve(FOLDER, 'package.json'));
		if (!existsSync(resolve(FOLDER, 'node_modules/mobizon-node')))
			execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: FOLDER, stdio: 'pipe' });
		return (require('mobizon-node') as { mobizon: Client }).mobizon;
	});
