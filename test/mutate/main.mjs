// `npm run mutate`: which changes of the code no test notices.
// Without arguments all of it; or by name: parts of `parts.mjs`, in which a mutation tester changes everything,
// `breakages`, which breaks known lines elsewhere, and `example`, which adds an operation as CONTRIBUTING.md tells.
// The tester is installed apart, so that `npm ci` stays small.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { breakAll } from './breakages.mjs';
import { PARTS } from './parts.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../..');
const STRYKER = join(HERE, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
// The same histories for every change, and few of them: they are played once for each.
const FEW = { DRAWS: '0.1', TRIGGER_SEED: '1' };

function run(command, args, cwd, env = {}) {
	const options = { cwd, stdio: 'inherit', env: { ...process.env, ...env } };
	const { status } = spawnSync(command, args, options);
	if (status !== 0) process.exit(status ?? 1);
}

function mutate(part) {
	if (!existsSync(STRYKER)) run('npm', ['ci', '--ignore-scripts', '--no-audit'], HERE);
	const config = join(HERE, 'stryker.config.mjs');
	run(process.execPath, [STRYKER, 'run', config], ROOT, { ...FEW, MUTATE_PART: part });
}

const given = process.argv.slice(2);
for (const name of given.length > 0 ? given : [...Object.keys(PARTS), 'breakages', 'example']) {
	if (Object.hasOwn(PARTS, name)) mutate(name);
	else if (name === 'example')
		run(join(ROOT, 'node_modules/.bin/tsx'), ['test/example/main.mts'], ROOT);
	else if (name === 'breakages') process.exitCode = breakAll(ROOT) ? 0 : 1;
	else throw new Error(`There is no part "${name}"; there are ${Object.keys(PARTS).join(', ')}`);
}
