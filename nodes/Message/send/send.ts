import type { INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../../shared/fields/list';
import { operation } from '../../shared/operation/definition';
import { recipientField, textField } from '../fields';
import { allowedHoursField } from '../hours/allowedHours';
import { allowedCountriesField } from './allowedCountries';
import { additionalFields, LIMITS, MAX_SEGMENTS, readOutgoing } from './outgoing';
import { sendAll } from './run';
import { skipRecipientsField } from './skipRecipients';
import { includeInputField, outputField, readShape } from './summary';

const CAP = { ...LIMITS.count, hint: '0 means no limit' };

const option = (
	displayName: string,
	name: string,
	description: string,
	{ min, max, hint }: { min: number; max: number; hint?: string } = CAP,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: min, maxValue: max },
	default: 0,
	description,
	...(hint !== undefined && { hint }),
});

/** One choice for the whole run, so no expression: it would be evaluated for each item. */
const runOption = (...given: Parameters<typeof option>): INodeProperties => ({
	...option(...given),
	noDataExpression: true,
});

const optionsField = optionsCollection([
	allowedCountriesField,
	allowedHoursField,
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description:
			"Whether to only check everything and return what would be sent. Nothing is sent or billed. 'Send Once Key' is not looked up.",
	},
	{
		displayName: 'If Key Was Seen',
		name: 'ifSeen',
		type: 'options',
		displayOptions: { show: { sendOnceKey: [{ _cnd: { exists: true } }] } },
		options: [
			{ name: 'Skip', value: 'skip', description: 'Return an item that says so' },
			{ name: 'Report as Error', value: 'error', description: 'Let the item fail' },
		],
		default: 'skip',
		description:
			"What to do with a message whose 'Send Once Key' was used before: skip it, or let its item fail. Either way it is not sent.",
	},
	includeInputField,
	runOption(
		'Interval (Ms)',
		'interval',
		'Minimum time between the calls for two messages of a run, in milliseconds, from 0 to 600000',
		LIMITS.interval,
	),
	runOption(
		'Max Concurrent',
		'maxConcurrent',
		'How many messages of a run are sent to the service at the same time, from 1 to 50. 0 means as many as the service takes, at most 32.',
		LIMITS.maxConcurrent,
	),
	runOption(
		'Max Messages',
		'maxMessages',
		'Guard against a runaway workflow: if all runs of an execution together would send more messages than this, the run is refused before it sends anything',
	),
	runOption(
		'Max per Day',
		'maxPerDay',
		'Guard against strangers and loops: if the account would then have more messages than this in 24 hours, whoever sent them, the run is refused before it sends anything. Deferred messages count too. It takes one call a run, and is not checked in a dry run.',
	),
	option(
		'Max per Recipient per Day',
		'maxPerRecipientPerDay',
		'Guard against flooding a person: a message to a number to which the account made this many messages in the last 24 hours is refused before it is sent. That takes a call for each number, or for each 100 messages of the day. Not checked in a dry run.',
	),
	{
		...option(
			'Max Segments',
			'maxSegments',
			`Guard against a long text: a message of more segments than this is refused before it is sent. Each segment is billed. Without this option it is ${MAX_SEGMENTS}.`,
		),
		default: MAX_SEGMENTS,
	},
	runOption(
		'Max Total Segments',
		'maxTotalSegments',
		'Guard against a large bill: if all runs of an execution together would send more segments than this, the run is refused before it sends anything',
	),
	outputField,
	{
		displayName: 'Send Once Key',
		name: 'sendOnceKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Text that names the occasion of the message, such as an order number. If this node has sent a message with the same key before, also in an earlier execution, it does not send another. It remembers the newest 10,000 keys. A message whose key is empty is refused.',
	},
	{
		displayName: 'Send Once Per',
		name: 'sendOncePer',
		type: 'options',
		displayOptions: { show: { sendOnceKey: [{ _cnd: { exists: true } }] } },
		options: [
			{ name: 'Key', value: 'key', description: 'One message for each key' },
			{
				name: 'Key and Recipient',
				value: 'recipient',
				description: 'One message for each key to each number, however the number is written',
			},
		],
		default: 'key',
		description: "What a 'Send Once Key' stands for: one message, or one message to each number",
	},
	skipRecipientsField,
	{
		displayName: 'Smart Encoding',
		name: 'smartEncoding',
		type: 'boolean',
		default: false,
		description:
			'Whether to replace typographic quotes, dashes, ellipses and no-break spaces with plain characters, if the whole text then fits the GSM alphabet: it may take half as many segments',
	},
	runOption(
		'Wait for Delivery (Seconds)',
		'waitForDelivery',
		`How long to wait for the final delivery reports of the messages, in seconds, from 0 to ${LIMITS.waitForDelivery.max}. 0 means not to wait. Each item then has its report; a summary has none.`,
		LIMITS.waitForDelivery,
	),
]);

/** Message/SendSmsMessage, at most once for each item. */
export const send = operation({
	resource: 'message',
	operation: 'send',
	name: 'Send',
	action: 'Send SMS',
	description:
		"Send a text message (SMS) to one phone number. Every segment is billed, and a sent message cannot be called back. Sending again sends and bills again, unless 'Send Once Key' is set.",
	counted: 'messages accepted',
	sends: true,
	properties: [recipientField, textField, additionalFields, optionsField],
	read: readOutgoing,
	run: sendAll,
	shape: readShape,
});
