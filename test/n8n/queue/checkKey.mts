import { join } from 'node:path';
import { step } from '../lib/progress.mts';
import { checkFiles, checkTexts } from '../lib/secrecy/checkKey.mts';
import type { World } from './world.mts';

/** The key of the account, searched in all that n8n, the workers and the databases wrote. */
export async function checkKey(world: World, folder: string, key: string): Promise<void> {
	const { session, send, trigger, cluster, checks } = world;
	await checkTexts(checks, session, [send.id, trigger.id], key);
	await step('Ending n8n and the databases', async () => {
		for (const member of [...cluster.workers, cluster.main]) await member.end();
		await cluster.postgres.dump(join(folder, 'dump.sql'));
		await cluster.redis.stop();
		await cluster.postgres.stop();
	});
	// The keys of messages are no secret, and n8n keeps the messages that it was given.
	await checkFiles(checks, folder, { key, marker: 'order-1' });
}
