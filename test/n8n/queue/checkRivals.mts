import assert from 'node:assert/strict';
import { step } from '../lib/progress.mts';
import { readHistory } from '../traffic/history.mts';
import { batches, smsFrom } from '../traffic/messages.mts';
import { acceptedBy, doubled, toldBy } from '../traffic/outcomes.mts';
import { post } from '../traffic/posting.mts';
import { settled } from '../traffic/settling.mts';
import type { World } from './world.mts';

const MESSAGES = 200;
const BATCH = 5;

/** The same messages handed to both workers at the same moment, as when a webhook is called twice. */
export async function checkRivals(world: World, first: number): Promise<void> {
	const { session, send, service, checks, cluster } = world;
	const all = smsFrom(first, MESSAGES);
	await step('Handing over new messages twice at once', async () => {
		for (const messages of batches(all, BATCH)) {
			const posts = [1, 2].map(() => post(cluster.main.url, 'send', { messages }));
			await Promise.all(posts);
		}
		await settled(session, send.id, 120_000);
	});
	const told = toldBy(await readHistory(session, send.id));
	await checks.check('Twice at once: every message is accepted, once', () => {
		const accepted = acceptedBy(service);
		assert.deepEqual(
			all.filter(({ to }) => !accepted.has(to)),
			[],
		);
		assert.deepEqual(doubled(service, told), []);
	});
}
