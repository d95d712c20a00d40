import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Not in the repository, where the lint would read all files of n8n's editor. */
const FOLDER = join(homedir(), '.n8n-nodes-mobizon');

/** What one start leaves for the next. */
const left = z.object({ pid: z.number(), serviceUrl: z.string() });

/** Where `npm start` keeps what the user built: n8n's data, and what the local service knows. */
export type Home = Awaited<ReturnType<typeof openHome>>;

/** True while the start that wrote this still runs. */
async function isRunning({ pid, serviceUrl }: z.output<typeof left>): Promise<boolean> {
	try {
		process.kill(pid, 0);
		// After a restart of the machine the number may belong to another process.
		return (await fetch(serviceUrl, { signal: AbortSignal.timeout(2_000) })).ok;
	} catch {
		return false;
	}
}

/**
 * Opens the home; begins anew when that is wanted, and where a first start did not come to its end.
 *
 * @throws Error while another start uses it
 */
export async function openHome(fresh: boolean, folder = FOLDER) {
	const note = join(folder, 'home.json');
	const last = existsSync(note) ? left.parse(JSON.parse(await readFile(note, 'utf8'))) : undefined;
	if (last !== undefined && (await isRunning(last))) {
		throw new Error(`npm start runs already, as process ${last.pid}. Stop it first.`);
	}
	const isKept = last !== undefined && !fresh;
	if (!isKept) await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	return {
		folder,
		/** Where the local service was last time; undefined in a new home. */
		lastServiceUrl: isKept ? last.serviceUrl : undefined,
		/** From now on the next start goes on from here. Before that, it begins anew. */
		settle: (serviceUrl: string) =>
			writeFile(note, `${JSON.stringify({ pid: process.pid, serviceUrl })}\n`),
	};
}
