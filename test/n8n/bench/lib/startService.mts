import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { ROOT } from '../../lib/paths.mts';

/** Starts the local service in another process, as every contender finds it. */
export async function startService() {
	const child = fork(join(ROOT, 'test/n8n/bench/lib/serviceProcess.mts'), {
		execArgv: ['--import', 'tsx', '--max-old-space-size=6000'],
	});
	const failed = once(child, 'exit').then(() => {
		throw new Error('The local service ended');
	});
	// It also ends when it is told to: then nobody waits for this.
	failed.catch(() => undefined);
	const [url] = await Promise.race([once(child, 'message'), failed]);
	return { url: String(url), stop: () => child.kill() };
}
