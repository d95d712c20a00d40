import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run, ROOT } from './machine.mts';
import { step } from './progress.mts';

async function buildAndPack(folder: string): Promise<string> {
	await run('Building the package', 'npm', ['run', 'build'], ROOT);
	const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const printed = await run('Packing the package', 'npm', args, ROOT);
	return join(folder, printed.trim().split('\n').at(-1) ?? '');
}

/** Once for all folders. */
let built: Promise<string> | undefined;

/**
 * Installs the packed package into the folder in which an n8n keeps its data. Works without a network: the
 * package has no dependencies, and its peer (n8n-workflow) is n8n's own.
 *
 * @param tarball one that was built before, for several runs of one build
 */
export async function installInto(userFolder: string, tarball?: string): Promise<void> {
	const build = () => step('Building and packing the nodes', () => buildAndPack(userFolder));
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const file = tarball === undefined ? await (built ??= build()) : resolve(tarball);
	const apart = [
		'--offline',
		'--legacy-peer-deps',
		'--omit=peer',
		'--ignore-scripts',
		'--no-audit',
	];
	const args = ['install', file, '--prefix', nodes, ...apart];
	await step('Installing them into n8n', () => run('Installing into n8n', 'npm', args, nodes));
}
