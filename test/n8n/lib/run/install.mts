import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAndPack, installPackage } from '../package.mts';
import { step } from '../progress.mts';

/**
 * Installs the packed package into the user folders. `--tarball <file>` on the command line takes one
 * that was built before, for several runs of one build.
 */
export async function installInto([first, ...others]: string[]): Promise<void> {
	const { values } = parseArgs({ options: { tarball: { type: 'string' } }, strict: false });
	const tarball =
		typeof values.tarball === 'string'
			? values.tarball
			: await step('Building and packing the nodes', () => buildAndPack(first));
	await step('Installing them into n8n', async () => {
		await installPackage(tarball, first);
		for (const folder of others) {
			await cp(join(first, '.n8n'), join(folder, '.n8n'), { recursive: true });
		}
	});
}
