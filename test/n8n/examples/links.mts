import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { eventsOf, morePolls, savePolling } from './watchers.mts';
import { withNode } from '../lib/workflows.mts';
import {
	acceptedBy,
	checkItems,
	checkRows,
	countCalls,
	only,
	type Play,
	type Played,
	type Stage,
} from './stage.mts';

const SEND = 'Message/SendSmsMessage';
const DAY = 86_400_000;
const FULL_LINK = 'https://example.com/shop/collections/winter?utm_source=sms&utm_campaign=winter';

/** The one message of the run is the one in the output, and it was delivered. */
function checkDelivery({ service }: Stage, { execution, calls }: Played) {
	const link = String(only(execution.items('Create short link'), 'short link').shortLink);
	const sent = only(execution.items('Send the SMS'), 'sent message');

	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	const message = service.store.message(messageId);
	assert.equal(message?.to, '447700900567');
	assert.ok(message?.text.endsWith(link), 'the text ends with the short link');
	assert.equal(acceptedBy(calls, 'Link/Create').length, 1);

	checkItems(execution, {
		'Send the SMS': [{ messageId: Number(messageId) }],
		'Get the delivery report': [{ status: 'DELIVRD', final: true }],
		'List the messages of the campaign': [{ id: Number(messageId), text: message?.text }],
	});
	return { link, sent };
}

/** Sends, has two readers click, and sends again while the answer to the sending gets lost. */
export const checkShortLink: Play = async (stage) => {
	const workflow = await stage.save();
	const first = checkDelivery(stage, await stage.run(workflow));
	const target = 'https://example.com/orders/1001?from=sms';
	for (let reader = 0; reader < 2; reader++) {
		const { status, headers } = await fetch(first.link, { redirect: 'manual' });
		assert.deepEqual([status, headers.get('location')], [302, target]);
	}
	stage.service.faults.add({ method: SEND, kind: { drop: 'after' } });
	const again = await stage.run(workflow);
	const { sent } = checkDelivery(stage, again);
	assert.equal(countCalls(again.calls, SEND), 1, 'it was not sent again');
	assert.equal(sent.recovered, true);
};

/** The service shortens the link of a text. */
export const checkShortenedLinks: Play = async (stage) => {
	const { execution, calls } = await stage.play();
	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	const [{ id, shortLink }] = execution.items('Get the links of the campaign');
	checkItems(execution, {
		'Count the segments': [{ encoding: 'GSM-7', segments: 1 }],
		'Send the SMS': [{ messageId: Number(messageId) }],
		'Get the links of the campaign': [{ fullLink: FULL_LINK }],
		'Get the link': [{ id, shortLink }],
	});
	const { text } = stage.service.store.message(messageId) ?? { text: '' };
	assert.ok(text.includes(String(shortLink)), 'the text has the short link');
	assert.ok(!text.includes(FULL_LINK), 'the text no longer has the long one');
};

/** Statistics, after the short link was clicked twice; it is the most clicked link then. */
export const checkStatistics: Play = async (stage) => {
	const { execution, calls } = await stage.play();
	const listed = execution.items('List the most clicked links');
	const totals = execution.items('Totals of the last 90 days');
	const hours = execution.items('Only hours with clicks');

	assert.ok(listed.length >= 1 && listed.length <= 5, `${listed.length} links listed`);
	const recorded = listed.map(({ id }) => {
		const link = stage.service.store.link(String(id));
		return { linkId: id, clicks: link?.clicks.length, redirects: link?.redirects.length };
	});
	checkRows(totals, recorded, 'totals');
	assert.equal(totals[0].clicks, 2);

	const clicked = hours.filter(({ linkId }) => linkId === listed[0].id);
	const counted = clicked.reduce((sum, { clicks }) => sum + Number(clicks), 0);
	assert.equal(counted, 2, 'the hours add up to the clicks');
	// Five links fit into one call, and the workflow asks twice: for totals and for rows.
	assert.equal(countCalls(calls, 'Link/GetStats'), 2);
};

/** The report has a line for each of the most clicked links. */
export const checkWeeklyReport: Play = async (stage) => {
	const { execution } = await stage.play();
	const listed = execution.items('The most clicked links');
	const { lines } = only(execution.items('One report'), 'report');
	assert.ok(Array.isArray(lines));
	const clicks = (id: unknown) => stage.service.store.link(String(id))?.clicks.length;
	assert.deepEqual(
		lines.map((line) => String(line).replace(/ .*: /, ': ')),
		listed.map(({ id, shortLink }) => `${shortLink}: ${clicks(id)} clicks`),
	);
};

/** Of a campaign's links the clicked one is switched off, the other one deleted. */
export const checkCleanUp: Play = async (stage) => {
	const { store } = stage.service;
	const clicked = store.addLink({ comment: 'spring-sale', expirationDate: '2031-05-31' });
	store.click(clicked.code);
	const unopened = store.addLink({ comment: 'spring-sale' });
	const other = store.addLink({ comment: 'summer-sale' });
	const { execution } = await stage.play();
	checkItems(execution, {
		'List the links of the campaign': [{}, {}],
		'Switch the link off': [{ id: Number(clicked.id), updated: true }],
		'Delete the link': [{ id: Number(unopened.id), deleted: true }],
	});
	// The expiration date was kept.
	const left = { status: 0, comment: 'spring-sale (closed)', expirationDate: '2031-05-31' };
	checkRows([clicked], [left], 'the link that was opened');
	assert.equal(store.link(unopened.id), undefined);
	assert.ok(store.link(other.id), 'other links are left alone');
};

/** Links that expired long ago are deleted in one call, and no others. */
export const checkExpiredLinks: Play = async (stage) => {
	const { store } = stage.service;
	const day = (days: number): string =>
		new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
	const add = (expirationDate: string | null) => store.addLink({ expirationDate }).id;
	const expired = [day(-40), day(-40)].map(add);
	const others = [day(-7), day(7), null].map(add);
	const { execution, calls } = await stage.play();
	checkItems(execution, { 'Delete the link': [{}, {}], 'Not deleted': [] });
	assert.equal(countCalls(calls, 'Link/Delete'), 1);
	const left = [...expired, ...others].filter((id) => store.link(id));
	assert.deepEqual(left, others);
};

const FOLLOW_UP = 'Thank you for your interest';

const followUps = ({ store }: LocalService) =>
	[...store.messages.all()].filter(({ text }) => text.startsWith(FOLLOW_UP));

/** Publishes it, sends the links, opens one of them twice: its owner alone gets one more SMS. */
export const checkClicked: Play = async (stage) => {
	const { session, service } = stage;
	const workflow = await savePolling(stage);
	await session.activate(workflow);

	const { execution: byHand } = await stage.run(workflow);
	assert.equal(byHand.items('Send the offer').length, 2);
	const [{ shortLink }] = byHand.items('Create short link');
	// Found by the same word; nobody's number is in its comment.
	const poster = service.store.addLink({ comment: 'autumn-offer poster' });
	await morePolls(service, 'Link/List', 2);
	assert.deepEqual(followUps(service), [], 'nobody has clicked');

	service.store.click(poster.code);
	await fetch(String(shortLink), { redirect: 'manual' });
	await session.executionsOf(workflow, 1);
	assert.equal(followUps(service).length, 1);
	await fetch(String(shortLink), { redirect: 'manual' });
	await morePolls(service, 'Link/List', 3);

	assert.equal(only(followUps(service), 'follow-up').to, byHand.items('One by one')[0].recipient);
	const events = await eventsOf(session, workflow);
	assert.equal(events.length, 2);
	for (const { id, eventId } of events) assert.equal(eventId, `${id}:first`);
};

/** Sends the campaign, has one person open the link, and lets two mornings come. */
export const checkLinkForEach: Play = async (stage) => {
	const list = stage.file.nodes.find(({ name }) => name === 'People');
	// In this alphabet the name makes it two segments.
	const longer = { name: 'Гульнара Сергеевна', phone: '+7 701 555 07 04' };
	const jsonOutput = String(list?.parameters.jsonOutput).replace(
		'"people": [',
		`"people": [${JSON.stringify(longer)},`,
	);
	const workflow = await stage.save(withNode(stage.file, 'People', { parameters: { jsonOutput } }));
	const run = async (trigger?: string) => (await stage.run(workflow, trigger)).execution;
	const campaign = await run();
	const refused = [
		{ name: longer.name, why: /takes 2 segments/ },
		{ name: 'Typo', why: /"Recipient" is too short/ },
	];
	checkItems(campaign, { 'Send the offer': [{}, {}], Refused: refused });

	const links = stage.links.filter(({ comment }) => comment?.startsWith('winter-offer'));
	// Made at once, they come into being in any order.
	links.sort((a, b) => String(a.comment).localeCompare(String(b.comment)));
	const comments = links.map(({ comment }) => comment).join();
	assert.equal(comments, 'winter-offer 447700900700,winter-offer 447700900702');
	for (const link of links) link.createTs -= 2 * DAY;
	stage.service.store.click(links[0].code);

	const morning = await run('Every morning');
	const report = { sent: 2, opened: 1, openedBy: '447700900700' };
	assert.deepEqual(morning.items('Report'), [report]);
	const recipient = '447700900702';
	checkItems(morning, { 'Send the reminder': [{ recipient, outcome: 'accepted' }] });
	const next = await run('Every morning');
	checkItems(next, { 'Send the reminder': [{ recipient, outcome: 'skipped' }] });
	await run();
	for (const link of stage.links) link.createTs -= 2 * DAY;
	const again = await run('Every morning');
	assert.deepEqual(again.items('Report'), [report]);
	for (const reminder of again.items('Send the reminder'))
		checkRows([reminder], [{ recipient, outcome: 'skipped' }], 'reminder');

	// A link without a number in its comment stops no reminder.
	stage.service.store.addLink({ comment: 'winter-offer poster' }).createTs -= 2 * DAY;
	const outcomes = (await run('Every morning')).items('Send the reminder');
	assert.ok(outcomes.some(({ error }) => /"Recipient"/.test(String(error))));
};
