import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { runWell } from '../lib/executions.mts';
import { eventually, until } from '../lib/progress.mts';
import { activateWorkflow } from '../lib/workflows.mts';
import { only, type Stage } from './example.mts';
import { eventsOf, savePolling } from './published.mts';

export const CLICKED_FILE = 'follow-up-after-a-click.json';

const FOLLOW_UP = 'Thank you for your interest';

const followUps = ({ store }: LocalService) =>
	[...store.messages.all()].filter(({ text }) => text.startsWith(FOLLOW_UP));

/** Publishes it, sends the links, opens one of them twice: its owner alone gets one more SMS. */
export async function checkClicked({ session, file, service }: Stage): Promise<string[]> {
	const workflow = await savePolling(session, file);
	const polls = () => service.calls.filter(({ method }) => method === 'Link/List').length;
	const morePolls = async (count: number) => {
		const enough = polls() + count;
		await until('More polls', async () => polls() >= enough);
	};
	const before = polls();
	await activateWorkflow(session, workflow);
	// One call for the links, one for the newest of the account.
	await until('The first poll', async () => polls() >= before + 2);

	const byHand = await runWell(session, workflow);
	assert.equal(byHand.items('Send the offer').length, 2);
	const [{ shortLink }] = byHand.items('Create a short link');
	await morePolls(2);
	assert.deepEqual(followUps(service), [], 'nobody has clicked');

	await fetch(String(shortLink), { redirect: 'manual' });
	await eventually(async () => assert.equal(followUps(service).length, 1), { timeout: 60_000 });
	await fetch(String(shortLink), { redirect: 'manual' });
	await morePolls(3);

	const { to, text } = only(followUps(service), 'follow-up');
	assert.equal(to, byHand.items('One by one')[0].recipient);
	const event = only(await eventsOf(session, workflow), 'event');
	assert.equal(event.eventId, `${event.id}:first`);
	return [`${to} has opened ${shortLink} twice, and got once: "${text}"`];
}
