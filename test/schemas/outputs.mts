import { CAMPAIGN_LINK } from '../../nodes/Link/campaign/getLinks.ts';
import { SIMPLE_LINK } from '../../nodes/Link/row.ts';
import { DELIVERY_REPORT, MESSAGE, SIMPLE_EVENT, SIMPLE_MESSAGE } from '../../nodes/Message/row.ts';
import { nullable, object, ofFields, type Schema } from './schema.mts';

const always = (type: 'boolean' | 'integer' | 'string'): Schema => ({ type });

const texts: Schema = { type: 'array', items: { type: 'string' } };

const final = nullable('boolean');

const pick = (names: readonly string[]): Record<string, Schema> => {
	const whole: Record<string, Schema> = { ...ofFields(MESSAGE), final };
	return Object.fromEntries(names.map((name) => [name, whole[name]]));
};

const numberInfo = ['countryA2', 'operatorName'];
const message = pick([...SIMPLE_MESSAGE, ...numberInfo]);
const queued = { queued: always('boolean'), taskId: nullable('integer') };
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
		...queued,
	},
	'Link.link.delete': { deleted: always('boolean'), id: nullable('integer'), ...queued },
	'Link.link.get': { ...ofFields(SIMPLE_LINK), deletedTs: always('string') },
	'Link.link.getAll': { ...ofFields(SIMPLE_LINK), deletedTs: always('string') },
	'Link.link.update': {
		id: nullable('integer'),
		shortLink: nullable('string'),
		updated: always('boolean'),
		...queued,
	},
	'Link.campaign.getLinks': ofFields(CAMPAIGN_LINK),
	'Link.statistics.get': {
		linkId: nullable('integer'),
		period: nullable('string'),
		clicks: nullable('integer'),
		redirects: nullable('integer'),
	},
	'Message.message.send': {
		recipient: always('string'),
		campaignId: nullable('integer'),
		messageId: nullable('integer'),
		status: nullable('integer'),
		statusText: nullable('string'),
		segments: always('integer'),
		outcome: always('string'),
		deferredToTs: always('string'),
		deferredTo: always('string'),
		taskId: nullable('string'),
		recovered: always('boolean'),
		skipped: always('boolean'),
		// Null until there is one; the editor shows the fields only of what is never null.
		deliveryReport: object(deliveryReport),
	},
	'Message.message.sendAndWait': {
		data: object({
			approved: always('boolean'),
			text: always('string'),
			respondedAt: always('string'),
		}),
	},
	'Message.message.getAll': message,
	'Message.message.preview': {
		recipient: always('string'),
		encoding: always('string'),
		characters: always('integer'),
		segments: always('integer'),
		nonGsmCharacters: texts,
	},
	'Message.deliveryReport.get': deliveryReport,
	// A trigger has neither resource nor operation.
	LinkTrigger: {
		...ofFields(SIMPLE_LINK),
		previousClickCnt: nullable('integer'),
		newClicks: nullable('integer'),
		eventId: always('string'),
	},
	MessageTrigger: {
		...pick(SIMPLE_EVENT),
		eventId: always('string'),
		previousStatus: nullable('string'),
	},
};
