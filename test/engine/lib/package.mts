import type { PackageDirectoryLoader } from 'n8n-core';
import { resolve } from 'node:path';

let loaded: Promise<PackageDirectoryLoader> | undefined;

/** Loads the package as it is installed, with n8n's own loader, once for each file of tests. */
export const loadPackage = async () => await (loaded ??= load());

async function load() {
	const { PackageDirectoryLoader } = await import('n8n-core');
	const loader = new PackageDirectoryLoader(resolve('.'));
	await loader.loadAll();
	return loader;
}
