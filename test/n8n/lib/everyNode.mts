import { run } from './command.mts';
import { N8N_DIR, nodeForN8n, ROOT } from './paths.mts';

/** Loads every node and credential that n8n brings. Throws with the names of those that do not load. */
export async function loadEveryNode(): Promise<void> {
	const args = ['test/n8n/lib/everyNode.mjs', N8N_DIR];
	const printed = await run('Loading the nodes of n8n', nodeForN8n(), args, ROOT);
	console.log(`    ${printed.trim()}`);
}
