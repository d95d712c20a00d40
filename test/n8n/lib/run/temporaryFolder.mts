import { rm } from 'node:fs/promises';
import { newUserFolder } from '../package.mts';
import type { Checks } from './checks.mts';
import type { Undo } from './conduct.mts';

/** A new temporary folder, removed at the end; kept for its logs and pictures where something failed. */
export async function temporaryFolder(checks: Checks, undo: Undo): Promise<string> {
	const folder = await newUserFolder();
	undo(async () => {
		if (checks.failed > 0) console.log(`Kept for its logs and pictures: ${folder}`);
		else await rm(folder, { recursive: true, force: true });
	});
	return folder;
}
