import assert from 'node:assert/strict';
import { checkItems, checkRows, type Play } from './stage.mts';

const DAY = 86_400_000;

/** Sends the campaign, has one person open the link, and lets two mornings come. */
export const checkLinkForEach: Play = async (stage) => {
	const workflow = await stage.save();
	const run = async (trigger?: string) => (await stage.run(workflow, trigger)).execution;
	const campaign = await run();
	const why = /"Recipient" is too short/;
	checkItems(campaign, { 'Send the offer': [{}, {}], Refused: [{ name: 'Typo', why }] });

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
	const report = { sent: 2, opened: 1, openedBy: '77015550700' };
	assert.deepEqual(morning.items('Report'), [report]);
	const recipient = '77015550702';
	checkItems(morning, { 'Send the reminder': [{ recipient, outcome: 'accepted' }] });
	const next = await run('Every morning');
	checkItems(next, { 'Send the reminder': [{ recipient, outcome: 'skipped' }] });
	await run();
	for (const link of stage.links) link.createTs -= 2 * DAY;
	const again = await run('Every morning');
	assert.deepEqual(again.items('Report'), [report]);
	for (const reminder of again.items('Send the reminder'))
		checkRows([reminder], [{ recipient, outcome: 'skipped' }], 'reminder');
};
