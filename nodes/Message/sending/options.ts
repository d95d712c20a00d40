import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/operation/itemParameters';
import { integer, text } from '../../shared/operation/parse';

/** How a message is to be sent. Numbers that are 0 set no limit. */
export interface SendOptions {
	maxConcurrent: number;
	/** Between the starts of two calls, in ms. */
	intervalMs: number;
	onceKey: string | undefined;
	ifSeen: 'skip' | 'error';
	dryRun: boolean;
	maxSegments: number;
	maxMessages: number;
	/** Seconds to wait for the delivery report. */
	waitForDelivery: number;
}

const option = (
	displayName: string,
	name: string,
	limits: { min: number; max: number },
	initial: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: limits.min, maxValue: limits.max },
	default: initial,
	description,
});

const CONCURRENT = { min: 1, max: 50 };
const INTERVAL = { min: 0, max: 600_000 };
const COUNT = { min: 0, max: 1_000_000 };
const WAIT = { min: 0, max: 3600 };

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to check everything and show what would be sent, without sending or paying',
		},
		{
			displayName: 'If Key Was Seen',
			name: 'ifSeen',
			type: 'options',
			options: [
				{ name: 'Skip', value: 'skip', description: 'Return an item that says so' },
				{ name: 'Report as Error', value: 'error', description: 'Let the item fail' },
			],
			default: 'skip',
			description: 'What to do with a message whose Send Once Key was seen before',
		},
		option(
			'Interval (Ms)',
			'interval',
			INTERVAL,
			0,
			'Time between the starts of two calls, in milliseconds',
		),
		option(
			'Max Concurrent',
			'maxConcurrent',
			CONCURRENT,
			5,
			'How many messages are handed over at the same time',
		),
		option(
			'Max Messages',
			'maxMessages',
			COUNT,
			0,
			'Refuse the whole run, before anything is sent, when it has more items than this. 0 means no limit.',
		),
		option(
			'Max Segments',
			'maxSegments',
			COUNT,
			0,
			'Refuse a message that takes more segments than this. Each segment is billed. 0 means no limit.',
		),
		{
			displayName: 'Send Once Key',
			name: 'sendOnceKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.orderId }}',
			description:
				'A message with a key that this node has sent before is not sent again, also in later executions. Use something that names the occasion, such as an order number. The last 10,000 keys are remembered.',
		},
		option(
			'Wait for Delivery (Seconds)',
			'waitForDelivery',
			WAIT,
			0,
			'How long to wait for the final delivery report of the messages, at most 3600. 0 means not to wait.',
		),
	],
};

/** @throws ParameterRefusal */
export function readOptions(item: ItemParameters): SendOptions {
	const read = (name: string, limits: { min: number; max: number }) =>
		item.optional(`options.${name}`, integer(limits));
	return {
		maxConcurrent: read('maxConcurrent', CONCURRENT) ?? 5,
		intervalMs: read('interval', INTERVAL) ?? 0,
		onceKey: item.optional('options.sendOnceKey', text({ max: 1000 })),
		ifSeen: item.choice('options.ifSeen', ['skip', 'error'], 'skip'),
		dryRun: item.flag('options.dryRun'),
		maxSegments: read('maxSegments', COUNT) ?? 0,
		maxMessages: read('maxMessages', COUNT) ?? 0,
		waitForDelivery: read('waitForDelivery', WAIT) ?? 0,
	};
}
