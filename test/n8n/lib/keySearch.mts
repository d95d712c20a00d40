import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readHistory } from './executions.mts';
import type { Checks } from './run/checks.mts';
import type { Session } from './session.mts';
import type { SavedWorkflow } from './workflows.mts';

/** The key of the account, searched in the data of all executions of some workflows. */
export async function checkTexts(
	checks: Checks,
	session: Session,
	workflows: SavedWorkflow[],
	key: string,
): Promise<void> {
	await checks.check('The key is in no data of an execution', async () => {
		for (const { id, name } of workflows) {
			const texts = (await readHistory(session, id)).map(({ text }) => text);
			// A search that finds nothing at all would prove nothing.
			assert.ok(texts.some((text) => text.includes('"7701')));
			assert.ok(!texts.some((text) => text.includes(key)), name);
		}
	});
}

/** True when a file holds the text; read in parts, since databases grow large. */
async function holds(file: string, text: string): Promise<boolean> {
	let end = Buffer.alloc(0);
	for await (const part of createReadStream(file)) {
		const bytes = Buffer.concat([end, part]);
		if (bytes.includes(text)) return true;
		// It may begin in this part and end in the next.
		end = bytes.subarray(Math.max(0, bytes.length - text.length + 1));
	}
	return false;
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
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		const files = entries.filter((entry) => entry.isFile());
		const paths = files.map(({ parentPath, name }) => join(parentPath, name));
		const filesWith = async (text: string) => {
			const found: string[] = [];
			for (const path of paths) if (await holds(path, text)) found.push(path);
			return found;
		};
		const marked = await filesWith(marker);
		assert.ok(marked.length > 0, `${marker} is in no file`);
		console.log(`  ${paths.length} files searched; ${marked.length} hold "${marker}"`);
		assert.deepEqual(await filesWith(key), []);
	});
}
