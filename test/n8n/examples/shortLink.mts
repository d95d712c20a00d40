import assert from 'node:assert/strict';
import { acceptedBy, countCalls, only, type Play, type Played, type Stage } from './stage.mts';

const SEND = 'Message/SendSmsMessage';
const FULL_LINK = 'https://example.com/shop/collections/winter?utm_source=sms&utm_campaign=winter';

/** The one message of the run is the one in the output, and it was delivered. */
function checkDelivery({ service }: Stage, { execution, calls }: Played) {
	const link = String(only(execution.items('Create short link'), 'short link').shortLink);
	const sent = only(execution.items('Send the SMS'), 'sent message');
	const report = only(execution.items('Get the delivery report'), 'delivery report');
	const listed = only(execution.items('List the messages of the campaign'), 'listed message');

	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	const message = service.store.message(messageId);
	assert.equal(String(sent.messageId), messageId);
	assert.equal(message?.to, '77001234567');
	assert.ok(message?.text.endsWith(link), 'the text ends with the short link');
	assert.equal(acceptedBy(calls, 'Link/Create').length, 1);

	assert.equal(report.status, 'DELIVRD');
	assert.equal(report.final, true);
	assert.equal(String(listed.id), messageId);
	assert.equal(listed.text, message?.text);
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
	const preview = only(execution.items('Count the segments'), 'preview');
	const sent = only(execution.items('Send the SMS'), 'sent message');
	const ofCampaign = only(execution.items('Get the links of the campaign'), 'link');
	const link = only(execution.items('Get the link'), 'link read');

	assert.equal(preview.encoding, 'GSM-7');
	assert.equal(preview.segments, 1);
	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	assert.equal(String(sent.messageId), messageId);

	const { text } = stage.service.store.message(messageId) ?? { text: '' };
	assert.equal(ofCampaign.fullLink, FULL_LINK);
	assert.ok(text.includes(String(ofCampaign.shortLink)), 'the text has the short link');
	assert.ok(!text.includes(FULL_LINK), 'the text no longer has the long one');
	assert.equal(link.id, ofCampaign.id);
	assert.equal(link.shortLink, ofCampaign.shortLink);
};
