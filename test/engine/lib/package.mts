import type { PackageDirectoryLoader } from 'n8n-core';
import { resolve } from 'node:path';

/** The package as it is installed: n8n reads package.json there and loads the built files. */
export const packageRoot = resolve(process.cwd());

let loaded: Promise<PackageDirectoryLoader> | undefined;

/** Loads the built package with n8n's own loader, once for each file of tests. */
export const loadPackage = async () => await (loaded ??= load());

async function load() {
	const { PackageDirectoryLoader } = await import('n8n-core');
	const loader = new PackageDirectoryLoader(packageRoot);
	await loader.loadAll();
	return loader;
}
