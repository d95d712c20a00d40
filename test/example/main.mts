// `npm run mutate -- example`: does what CONTRIBUTING.md tells, in a copy of the tree, and checks the result there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { apply } from './changes.mts';

const LEFT_OUT = ['node_modules', '.node_modules', '.git'];

const root = resolve('.');
const copy = mkdtempSync(join(tmpdir(), 'example-'));

/** @throws Error where the command ends badly */
function run(...[command, ...args]: string[]): void {
	const started = Date.now();
	const { status } = spawnSync(join(copy, 'node_modules/.bin', command), args, {
		cwd: copy,
		stdio: 'inherit',
	});
	const seconds = Math.round((Date.now() - started) / 1000);
	console.log(`${command} ${args.join(' ')}: ${status === 0 ? 'well' : 'BADLY'}, ${seconds} s`);
	if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

try {
	const isWanted = (path: string) => !LEFT_OUT.includes(basename(path));
	cpSync(root, copy, { recursive: true, filter: isWanted });
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	const files = apply(copy);
	run('tsc');
	run('tsx', 'test/generate.cjs');
	run('gulp', '--silent', 'assets');
	run('tsc', '--noEmit', '--project', 'test/tsconfig.json');
	run('prettier', '--log-level', 'warn', '--check', ...files);
	run('tsx', 'test/generate.cjs', '--check');
	const tests = ['names', 'toolTexts'].map((name) => `test/engine/${name}`);
	run('jest', ...tests, 'test/docs', 'test/schemas');
	run('jest', 'test/operations', '--testNamePattern', 'Link.link.restore');
	console.log(
		`Link > Restore was added in six places (${files.length} files): ${files.join(', ')}`,
	);
} finally {
	rmSync(copy, { recursive: true });
}
