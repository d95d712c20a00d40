import assert from 'node:assert/strict';
import { only, type Play } from './stage.mts';

const DAY = 86_400_000;

/** Sends the campaign, has one person open the link, and lets two mornings come. */
export const checkLinkForEach: Play = async (stage) => {
	const workflow = await stage.save();
	const run = async (trigger?: string) => (await stage.run(workflow, trigger)).execution;
	const campaign = await run();
	assert.equal(campaign.items('Send the offer').length, 2);
	const refused = only(campaign.items('Refused'), 'bad number');
	assert.equal(refused.name, 'Typo');
	assert.match(String(refused.why), /"Recipient" is too short/);

	const links = stage.links.filter(({ comment }) => comment?.startsWith('winter-offer'));
	// Made at once, they come into being in any order.
	links.sort((a, b) => String(a.comment).localeCompare(String(b.comment)));
	assert.deepEqual(
		links.map(({ comment }) => comment),
		['winter-offer 77015550700', 'winter-offer 77015550702'],
	);
	for (const link of links) link.createTs -= 2 * DAY;
	stage.service.store.click(links[0].code);

	const morning = await run('Every morning');
	const report = only(morning.items('Report'), 'report');
	assert.deepEqual(report, { sent: 2, opened: 1, openedBy: '77015550700' });
	const reminder = only(morning.items('Send the reminder'), 'reminder');
	assert.equal(reminder.recipient, '77015550702');
	assert.equal(reminder.outcome, 'accepted');
	const next = await run('Every morning');
	assert.equal(only(next.items('Send the reminder'), 'reminder').outcome, 'skipped');
	await run();
	for (const link of stage.links) link.createTs -= 2 * DAY;
	const again = await run('Every morning');
	assert.deepEqual(only(again.items('Report'), 'report'), report);
	for (const { recipient, outcome } of again.items('Send the reminder'))
		assert.deepEqual([recipient, outcome], ['77015550702', 'skipped']);
};
