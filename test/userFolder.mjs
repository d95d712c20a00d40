import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before all tests: a folder for what n8n-core writes, which goes when the run ends, however it ends. */
export default function giveUserFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-test-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
