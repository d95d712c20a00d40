import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Checks } from './run.mts';

async function filesWith(text: string, folder: string): Promise<string[]> {
	const flags = ['-r', '-l', '--text', '--fixed-strings', '-e', text, folder];
	const { stdout } = await promisify(execFile)('grep', flags).catch((reason) => {
		// So it ends where no file holds it.
		if (reason.code === 1 && reason.stderr === '') return { stdout: '' };
		throw reason;
	});
	return stdout.split('\n').filter(Boolean);
}

/**
 * The key, searched in all files of n8n and its databases, when they have ended. `marker` is something
 * that is kept in clear beside the key, to show that the search finds what is there.
 */
export async function checkFiles(
	checks: Checks,
	folder: string,
	{ key, marker }: { key: string; marker: string },
): Promise<void> {
	await checks.check('The key is in no file: databases, logs, settings', async () => {
		const marked = await filesWith(marker, folder);
		assert.ok(marked.length > 0, `${marker} is in no file`);
		console.log(`  ${marked.length} files hold "${marker}"`);
		assert.deepEqual(await filesWith(key, folder), []);
	});
}
