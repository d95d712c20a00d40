import { CAMPAIGN_LINK } from '../../nodes/Link/campaign/getLinks.ts';
import { LINK, SIMPLE_LINK } from '../../nodes/shared/api/link.ts';
import { DELIVERY_REPORT, MESSAGE } from '../../nodes/shared/api/message.ts';
import { nullable, object, ofFields, type Schema } from './schema.mts';

const always = (type: 'boolean' | 'integer' | 'string'): Schema => ({ type });

const final = nullable('boolean');

const message = { ...ofFields(MESSAGE), final };
const deliveryReport = { ...ofFields(DELIVERY_REPORT), final };

/**
 * What each operation puts out when its options are left alone, by `node.resource.operation`. Options
 * that add to the output count; those that change all of it (raw data, a dry run) do not.
 */
export const OUTPUTS: Readonly<Record<string, Record<string, Schema>>> = {
	'Link.link.create': {
		id: nullable('integer'),
		code: nullable('string'),
		shortLink: nullable('string'),
	},
	'Link.link.delete': { deleted: always('boolean'), id: nullable('integer') },
	'Link.link.get': ofFields(LINK),
	'Link.link.getAll': ofFields(LINK),
	'Link.link.update': {
		id: nullable('integer'),
		shortLink: nullable('string'),
		updated: always('boolean'),
	},
	'Link.campaign.getLinks': ofFields(CAMPAIGN_LINK),
	'Link.statistics.get': {
		linkId: nullable('integer'),
		period: nullable('string'),
		clicks: always('integer'),
		redirects: always('integer'),
	},
	'Message.message.send': {
		recipient: always('string'),
		campaignId: nullable('integer'),
		messageId: nullable('integer'),
		status: nullable('integer'),
		statusText: nullable('string'),
		segments: always('integer'),
		recovered: always('boolean'),
		skipped: always('boolean'),
		// Null until there is one; the editor shows the fields only of what is never null.
		deliveryReport: object(deliveryReport),
	},
	'Message.message.getAll': message,
	'Message.message.preview': {
		recipient: always('string'),
		encoding: always('string'),
		characters: always('integer'),
		segments: always('integer'),
	},
	'Message.deliveryReport.get': deliveryReport,
	// A trigger has neither resource nor operation.
	LinkTrigger: {
		...ofFields(SIMPLE_LINK),
		previousClickCnt: nullable('integer'),
		newClicks: nullable('integer'),
		eventId: always('string'),
	},
	MessageTrigger: { ...message, eventId: always('string'), previousStatus: nullable('string') },
};
