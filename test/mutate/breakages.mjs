import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

import { CASES } from './cases.mjs';

const NEEDED = ['credentials', 'dist', 'examples', 'nodes', 'test'];
const APART = ['test/n8n', 'test/clients', 'test/mutate'];
const COMPILER = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};

/** A copy of the tree that may be broken; it shares the packages. @returns its folder */
export function copyTree(root) {
	const copy = mkdtempSync(join(tmpdir(), 'broken-'));
	const isWanted = (path) => !APART.some((folder) => path === join(root, folder));
	for (const folder of NEEDED) {
		// With the times of the files, by which the tests see whether the build is stale.
		const how = { recursive: true, preserveTimestamps: true, filter: isWanted };
		cpSync(join(root, folder), join(copy, folder), how);
	}
	for (const file of ['package.json', 'tsconfig.json', 'jest.config.mjs']) {
		cpSync(join(root, file), join(copy, file));
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

/** Puts a source into the copy, and what the compiler makes of it. */
function put(copy, path, source) {
	writeFileSync(join(copy, 'nodes', `${path}.ts`), source);
	const { outputText } = ts.transpileModule(source, { compilerOptions: COMPILER });
	writeFileSync(join(copy, 'dist/nodes', `${path}.js`), outputText);
}

/** @returns whether tests notice the breakage, or undefined where its line is gone */
function isNoticed(copy, { path, before, after, tests }) {
	const source = readFileSync(join(copy, 'nodes', `${path}.ts`), 'utf8');
	if (source.split(before).length !== 2) return undefined;
	const broken = source.replace(before, () => after);
	put(copy, path, broken);
	const jest = join(copy, 'node_modules/jest/bin/jest.js');
	const match = ['--testMatch', `<rootDir>/test/${tests}.test.mts`];
	const args = [jest, '--runInBand', '--bail', '--silent', ...match];
	const env = { ...process.env, DRAWS: '0.05', TRIGGER_SEED: '1' };
	const { status, stderr } = spawnSync(process.execPath, args, {
		cwd: copy,
		env,
		encoding: 'utf8',
	});
	put(copy, path, source);
	return status !== 0 && stderr.includes('●');
}

/**
 * Breaks each known line in a copy of the tree that is built.
 *
 * @returns whether the tests noticed all
 */
export function breakAll(root) {
	const copy = copyTree(root);
	let noticed = 0;
	try {
		for (const each of CASES) {
			const found = isNoticed(copy, each);
			if (found) noticed++;
			else
				console.log(
					`${found === undefined ? 'is gone' : 'NOT NOTICED'}: ${Object.values(each).join(' | ')}`,
				);
		}
	} finally {
		rmSync(copy, { recursive: true });
	}
	console.log(`${noticed} of ${CASES.length} breakages noticed`);
	return noticed === CASES.length;
}
