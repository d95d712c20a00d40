// `npm run mutate`: changes the pure parts of the nodes one by one, and counts the changes that no test notices.
// The tester is installed apart, so that `npm ci` stays small. Files may follow: npm run mutate -- --mutate FILE
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const STRYKER = join(HERE, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

function run(command, args, cwd) {
	const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(STRYKER)) run('npm', ['ci', '--ignore-scripts', '--no-audit'], HERE);
const config = join(HERE, 'stryker.config.json');
run(process.execPath, [STRYKER, 'run', config, ...process.argv.slice(2)], resolve(HERE, '../..'));
