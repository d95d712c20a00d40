import type { Params } from '../../shared/api/service';
import type { ItemParameters } from '../../shared/operation/itemParameters';
import { integer, text } from '../../shared/operation/parse';
import { Refusal } from '../../shared/operation/refusal';
import { recipient } from '../../shared/sms/recipient';
import { instant, serviceTime, type Zones } from '../../shared/time/zone';

const HOUR_MS = 3_600_000;
const MAX_CAMPAIGN_NAME = 255;

/** A message as the service takes it. */
export interface Outgoing {
	recipient: string;
	text: string;
	/** undefined means the account's default sender: an empty sender must not be sent. */
	from: string | undefined;
	params: Params;
}

/** Reads one item of Message/SendSmsMessage. @throws ParameterRefusal */
export const readSend = (item: ItemParameters): Outgoing => ({
	recipient: item.required('recipient', recipient),
	text: item.required('text', text()),
	from: item.optional('additionalFields.from', text({ max: 100 })),
	params: {
		name: item.optional('additionalFields.campaignName', text({ max: MAX_CAMPAIGN_NAME })),
		deferredToTs: item.optional('additionalFields.deferredToTs', deferredToTs),
		shortenLinks: item.flag('additionalFields.shortenLinks') ? 1 : undefined,
		validity: item.optional(
			'additionalFields.validity',
			integer({ min: 60, max: 1440, unit: ' minutes' }),
		),
	},
});

/** params[deferredToTs]: no earlier than 1 hour and no later than 14 days ahead, in the account's zone. */
function deferredToTs(value: unknown, zones: Zones): string {
	const time = serviceTime(value, zones);
	const ahead = instant(time, zones.account) - Date.now();
	if (ahead >= HOUR_MS && ahead <= 14 * 24 * HOUR_MS) return time;
	throw new Refusal(
		`is ${time} in ${zones.account}, which is ${ahead < HOUR_MS ? 'less than 1 hour' : 'more than 14 days'} ahead`,
		'The service takes times from 1 hour to 14 days ahead. Leave it empty to send now.',
	);
}
