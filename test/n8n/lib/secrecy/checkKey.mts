import assert from 'node:assert/strict';
import type { Session } from '../session.mts';
import type { Checks } from '../run/checks.mts';
import { readHistory } from '../../traffic/history.mts';
import { filesWith } from './filesWith.mts';

/** The key of the account, searched in the data of all executions of some workflows. */
export async function checkTexts(
	checks: Checks,
	session: Session,
	workflowIds: string[],
	key: string,
): Promise<void> {
	await checks.check('The key is in no data of an execution', async () => {
		for (const id of workflowIds) {
			const history = await readHistory(session, id);
			// A search that finds nothing at all would prove nothing.
			assert.ok(history.some(({ text }) => text.includes('"7701')));
			const found = history.filter(({ text }) => text.includes(key));
			assert.deepEqual(
				found.map((execution) => execution.id),
				[],
			);
		}
	});
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
		const marked = await filesWith(folder, marker);
		assert.ok(marked.found.length > 0, `${marker} is in no file`);
		const { found, searched } = await filesWith(folder, key);
		console.log(`  ${searched} files searched; ${marked.found.length} hold "${marker}"`);
		assert.deepEqual(found, []);
	});
}
