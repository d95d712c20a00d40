import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import type { Params } from '../../shared/api/service';
import { ParameterRefusal, type ItemParameters } from '../../shared/operation/itemParameters';
import { timeField } from '../../shared/fields/time';
import { integer, text } from '../../shared/operation/parse';
import { Refusal } from '../../shared/operation/refusal';
import { defaultCountryField, readRecipient } from '../sms/defaultCountry';
import { segments } from '../sms/segments';
import { instant, serviceTime, type Zones } from '../../shared/time/zone';
import { sender } from '../fields';
import { readOptions, type SendOptions } from './options';

const HOUR_MS = 3_600_000;
const MAX_CAMPAIGN_NAME = 255;
const DEFERRED_TO = 'Deferred To';

/** One message, checked and cleaned, as Message/SendSmsMessage takes it. */
export interface Outgoing {
	recipient: string;
	text: string;
	/** undefined means the account's default sender: an empty sender must not be sent. */
	from: string | undefined;
	params: Params;
	/** When it is to be sent, as ISO with offset in the workflow's zone; undefined means now. */
	deferredTo: string | undefined;
	/** Estimated; the service's own count is what is billed. */
	segments: number;
	/** Why it must not be sent now. What an earlier try sent in time stays sent. */
	tooLate: ParameterRefusal | undefined;
	options: SendOptions;
}

export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Campaign Name',
			name: 'campaignName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Order confirmations',
			description:
				'Name of the campaign that the service makes for the message, at most 255 characters. Empty leaves the name to the service.',
		},
		defaultCountryField,
		timeField(
			DEFERRED_TO,
			'deferredToTs',
			'When to send, at least 1 hour and at most 14 days from now; empty means now',
		),
		{
			displayName: 'From',
			name: 'from',
			type: 'string',
			default: '',
			placeholder: 'e.g. MyShop',
			description:
				'Sender ID that the recipient sees. It must be registered in your account. Empty means the default sender of the account.',
		},
		{
			displayName: 'Shorten Links',
			name: 'shortenLinks',
			type: 'boolean',
			default: false,
			description:
				'Whether the service replaces all links in the text by short ones that count their clicks',
		},
		{
			displayName: 'Validity (Minutes)',
			name: 'validity',
			type: 'number',
			typeOptions: { minValue: 60, maxValue: 1440 },
			default: 1440,
			description: 'How long the service tries to deliver, in minutes, from 60 to 1440 (a day)',
		},
	],
};

/** Reads one item of the send operation. @throws ParameterRefusal */
export function readOutgoing(item: ItemParameters): Outgoing {
	const options = readOptions(item);
	const measured = item.required('text', (value) => measure(text()(value), options.maxSegments));
	const deferredToTs = item.optional('additionalFields.deferredToTs', (time, zones) =>
		serviceTime(time, zones),
	);
	return {
		recipient: readRecipient(item, 'additionalFields.defaultCountry'),
		...measured,
		from: item.optional('additionalFields.from', sender),
		params: {
			name: item.optional('additionalFields.campaignName', text({ max: MAX_CAMPAIGN_NAME })),
			deferredToTs,
			shortenLinks: item.flag('additionalFields.shortenLinks') ? 1 : undefined,
			validity: item.optional(
				'additionalFields.validity',
				integer({ min: 60, max: 1440, unit: ' minutes' }),
			),
		},
		deferredTo: deferredToTs && isoTime(deferredToTs, item.zones),
		tooLate: deferredToTs === undefined ? undefined : notAhead(deferredToTs, item.zones.account),
		options,
	};
}

const isoTime = (serviceTime: string, { account, workflow }: Zones): string =>
	DateTime.fromMillis(instant(serviceTime, account), { zone: workflow }).toISO({
		suppressMilliseconds: true,
	}) ?? serviceTime;

function measure(message: string, maxSegments: number): Pick<Outgoing, 'text' | 'segments'> {
	const estimated = segments(message).segments;
	if (maxSegments === 0 || estimated <= maxSegments) return { text: message, segments: estimated };
	throw new Refusal(
		`makes ${estimated} segments, and Max Segments allows ${maxSegments}`,
		'Shorten the text, leave out characters beyond the GSM alphabet, or raise Max Segments.',
	);
}

/**
 * params[deferredToTs]: no earlier than 1 hour and no later than 14 days ahead, in the account's zone.
 *
 * @returns the refusal of a time that is not
 */
function notAhead(time: string, zone: string): ParameterRefusal | undefined {
	const ahead = instant(time, zone) - Date.now();
	if (ahead >= HOUR_MS && ahead <= 14 * 24 * HOUR_MS) return undefined;
	return new ParameterRefusal(
		'deferredToTs',
		`"${DEFERRED_TO}" is ${time} in ${zone}, which is ${ahead < HOUR_MS ? 'less than 1 hour' : 'more than 14 days'} ahead`,
		'The service takes times from 1 hour to 14 days ahead. Leave it empty to send now.',
	);
}
