import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_KEY } from '../../../service/index.mts';
import type { World } from '../lib/world.mts';

/** The files below a folder that hold a text, whatever kind of file they are. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
	const found: string[] = [];
	for (const name of await readdir(folder, { recursive: true })) {
		const path = join(folder, name);
		if (!(await stat(path)).isFile()) continue;
		if ((await readFile(path)).includes(text)) found.push(path);
	}
	return found;
}

/** Last of all: n8n has logged everything, and saved every execution and credential by then. */
export async function checkSecret({ checks }: World, folder: string): Promise<void> {
	await checks.check('The key is in no file of n8n: database, logs, settings', async () => {
		// A search that finds nothing at all would prove nothing.
		assert.ok((await filesWith(folder, 'mobizonSmsApi')).length > 0);
		assert.deepEqual(await filesWith(folder, DEFAULT_KEY), []);
	});
}
