import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.mts';
import { ROOT } from './paths.mts';

/** Builds the package and packs it as npm would publish it, into `folder`. Gives the tarball's path. */
export async function buildAndPack(folder: string): Promise<string> {
	await run('Building the package', 'npm', ['run', 'build'], ROOT);
	const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const printed = await run('Packing the package', 'npm', args, ROOT);
	return join(folder, printed.trim().split('\n').at(-1) ?? '');
}

/** Makes an empty folder in which one n8n keeps its data. */
export const newUserFolder = () => mkdtemp(join(tmpdir(), 'n8n-mobizon-'));

/**
 * Installs the tarball where n8n holds community packages. Works without a network: the package has
 * no dependencies, and its peer (n8n-workflow) is n8n's own.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	// Others that the user has installed stay.
	const list = join(nodes, 'package.json');
	if (!existsSync(list)) await writeFile(list, '{ "name": "installed-nodes", "private": true }\n');
	const flags = [
		'--offline',
		'--legacy-peer-deps',
		'--omit=peer',
		'--ignore-scripts',
		'--no-audit',
	];
	await run('Installing the package into n8n', 'npm', ['install', tarball, ...flags], nodes);
}
