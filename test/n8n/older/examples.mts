import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../../service/index.mts';
import { startN8n } from '../lib/n8nProcess.mts';
import { step } from '../lib/progress.mts';
import type { Checks } from '../lib/run/checks.mts';
import { conduct, type Undo } from '../lib/run/conduct.mts';
import { installInto } from '../lib/run/install.mts';
import { temporaryFolder } from '../lib/run/temporaryFolder.mts';
import { tellStory } from '../story.mts';
import { tooNewFor } from './needs.mts';

/** Plays the examples in the n8n of one folder. */
async function play(n8nFolder: string, userFolder: string, checks: Checks, undo: Undo) {
	const n8nDir = join(n8nFolder, 'node_modules', 'n8n');
	const { version }: { version: string } = JSON.parse(
		await readFile(join(n8nDir, 'package.json'), 'utf8'),
	);
	const service = await startService();
	undo(() => service.close());
	// An n8n does not start when it is to leave out a module that it does not know yet.
	const env = { N8N_DISABLED_MODULES: '' };
	const n8n = await step(`Starting n8n ${version}`, () => startN8n({ userFolder, n8nDir, env }));
	undo(() => n8n.stop());
	const left = tooNewFor(version);
	await tellStory(n8n.url, service, {
		part: (title, work) => checks.check(`n8n ${version}: ${title}`, work),
		has: (file) => !left.some((need) => need.file === file),
	});
	for (const need of left) {
		console.log(`not run n8n ${version}: ${need.file} needs n8n ${need.n8n}, for ${need.uses}`);
	}
	// Two at a time would be more than a small machine holds.
	await n8n.stop();
}

/** Plays the examples in the n8n of each folder, one after the other. Ends this process. */
export function runExamples(n8nFolders: string[]): void {
	conduct(async (checks, undo) => {
		const userFolders: string[] = [];
		while (userFolders.length < n8nFolders.length) {
			userFolders.push(await temporaryFolder(checks, undo));
		}
		await installInto(userFolders);
		for (const [i, folder] of n8nFolders.entries()) {
			await play(folder, userFolders[i], checks, undo);
		}
	});
}
