import assert from 'node:assert/strict';
import { acceptedBy, only, type Example, type Scene } from './example.mts';

const FULL_LINK = 'https://example.com/shop/collections/winter?utm_source=sms&utm_campaign=winter';

const scene: Scene = {
	check({ execution, service, calls }) {
		const preview = only(execution.items('Count the segments'), 'preview');
		const sent = only(execution.items('Send the SMS'), 'sent message');
		const ofCampaign = only(execution.items('Get the links of the campaign'), 'link');
		const link = only(execution.items('Get the link'), 'link read');

		assert.equal(preview.encoding, 'GSM-7');
		assert.equal(preview.segments, 1);
		const messageId = only(acceptedBy(calls, 'Message/SendSmsMessage'), 'accepted message');
		assert.equal(String(sent.messageId), messageId);

		const message = service.store.message(messageId);
		assert.equal(ofCampaign.fullLink, FULL_LINK);
		assert.ok(message?.text.includes(String(ofCampaign.shortLink)), 'the text has the short link');
		assert.ok(!message?.text.includes(FULL_LINK), 'the text no longer has the long one');
		assert.equal(link.id, ofCampaign.id);
		assert.equal(link.shortLink, ofCampaign.shortLink);
		return [
			`${preview.characters} characters, ${preview.encoding}, ${preview.segments} segment`,
			`sent: "${message?.text}"`,
			`${link.shortLink} leads to ${link.fullLink}`,
		];
	},
};

export const shortenedLinks: Example = {
	file: 'links-shortened-by-the-service.json',
	scenes: [scene],
};
