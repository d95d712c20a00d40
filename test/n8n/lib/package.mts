import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, ROOT } from './machine.mts';
import { step } from './progress.mts';
import { options } from './run.mts';

async function buildAndPack(folder: string): Promise<string> {
	await run('Building the package', 'npm', ['run', 'build'], ROOT);
	const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const printed = await run('Packing the package', 'npm', args, ROOT);
	return join(folder, printed.trim().split('\n').at(-1) ?? '');
}

/**
 * Installs the tarball where n8n holds community packages. Works without a network: the package has
 * no dependencies, and its peer (n8n-workflow) is n8n's own.
 */
async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	// Others that the user has installed stay.
	const list = join(nodes, 'package.json');
	if (!existsSync(list)) await writeFile(list, '{ "name": "installed-nodes", "private": true }\n');
	const apart = [
		'--offline',
		'--legacy-peer-deps',
		'--omit=peer',
		'--ignore-scripts',
		'--no-audit',
	];
	await run('Installing the package into n8n', 'npm', ['install', tarball, ...apart], nodes);
}

/**
 * Installs the packed package into the folders in which n8n keeps its data. `--tarball <file>` on the command
 * line takes one that was built before, for several runs of one build.
 */
export async function installInto([first, ...others]: string[]): Promise<void> {
	const build = () => step('Building and packing the nodes', () => buildAndPack(first));
	const tarball = options.tarball ?? (await build());
	await step('Installing them into n8n', async () => {
		await installPackage(tarball, first);
		for (const folder of others) {
			await cp(join(first, '.n8n'), join(folder, '.n8n'), { recursive: true });
		}
	});
}
