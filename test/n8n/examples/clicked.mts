import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { until } from '../lib/progress.mts';
import { eventsOf, savePolling } from './polling.mts';
import { only, type Play } from './stage.mts';

const FOLLOW_UP = 'Thank you for your interest';

const followUps = ({ store }: LocalService) =>
	[...store.messages.all()].filter(({ text }) => text.startsWith(FOLLOW_UP));

/** Publishes it, sends the links, opens one of them twice: its owner alone gets one more SMS. */
export const checkClicked: Play = async (stage) => {
	const { session, service } = stage;
	const workflow = await savePolling(stage);
	const polls = () => service.calls.filter(({ method }) => method === 'Link/List').length;
	const morePolls = async (count: number) => {
		const enough = polls() + count;
		await until('More polls', async () => polls() >= enough);
	};
	await session.activate(workflow);

	const { execution: byHand } = await stage.run(workflow);
	assert.equal(byHand.items('Send the offer').length, 2);
	const [{ shortLink }] = byHand.items('Create short link');
	await morePolls(2);
	assert.deepEqual(followUps(service), [], 'nobody has clicked');

	await fetch(String(shortLink), { redirect: 'manual' });
	await session.executionsOf(workflow, 1);
	assert.equal(followUps(service).length, 1);
	await fetch(String(shortLink), { redirect: 'manual' });
	await morePolls(3);

	assert.equal(only(followUps(service), 'follow-up').to, byHand.items('One by one')[0].recipient);
	const event = only(await eventsOf(session, workflow), 'event');
	assert.equal(event.eventId, `${event.id}:first`);
};
