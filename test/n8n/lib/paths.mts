import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository. Everything here is started from its root, by npm scripts. */
export const ROOT = resolve('.');
/** Where n8n itself is installed. */
export const N8N_DIR = join(ROOT, 'test', 'n8n', 'node_modules', 'n8n');
/** Importable workflows. */
export const EXAMPLES = join(ROOT, 'examples');

if (!existsSync(join(ROOT, 'test', 'n8n', 'package.json'))) {
	throw new Error(`Start this from the root of the repository, not from ${ROOT}`);
}

/** The Node that runs n8n: the current one when it is new enough, else the one installed beside n8n. */
export function nodeForN8n(): string {
	const major = Number(process.versions.node.split('.')[0]);
	return major >= 24 ? process.execPath : join(N8N_DIR, '..', '.bin', 'node');
}
