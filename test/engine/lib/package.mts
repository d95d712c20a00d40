import type { PackageDirectoryLoader } from 'n8n-core';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// n8n-core reads these when it is imported. Its log would repeat every error that a test provokes.
// Tests that run side by side must not share a folder: one would read what the other is just writing.
process.env.N8N_USER_FOLDER = join(
	process.env.N8N_USER_FOLDER ?? join(tmpdir(), 'n8n-test'),
	process.env.JEST_WORKER_ID ?? '',
);
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
process.env.N8N_LOG_LEVEL ??= 'silent';

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
