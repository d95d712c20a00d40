import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository. Everything here is started from its root, by npm scripts. */
export const ROOT = resolve('.');
/** Where the n8n is that all but the older ones' run use. */
export const N8N_DIR = join(ROOT, 'test', 'n8n', 'node_modules', 'n8n');
/** Importable workflows. */
export const EXAMPLES = join(ROOT, 'examples');

if (!existsSync(join(ROOT, 'test', 'n8n', 'package.json'))) {
	throw new Error(`Start this from the root of the repository, not from ${ROOT}`);
}

/** The Node installed beside an n8n: which one it needs depends on its version. */
export const nodeForN8n = (n8nDir = N8N_DIR): string => join(n8nDir, '..', '.bin', 'node');
