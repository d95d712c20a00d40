import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import type { ItemParameters } from '../../shared/operation/itemParameters';
import { integer, text } from '../../shared/operation/parse';

/** How a message is to be sent. Numbers that are 0 set no limit. */
export interface SendOptions {
	/** 0: as many as the node sees fit. */
	maxConcurrent: number;
	/** Between the starts of two calls, in ms. */
	intervalMs: number;
	onceKey: string | undefined;
	ifSeen: 'skip' | 'error';
	dryRun: boolean;
	maxSegments: number;
	maxMessages: number;
	maxTotalSegments: number;
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

/** One choice for the whole run, so no expression: it would be evaluated for each item. */
const runOption = (...given: Parameters<typeof option>): INodeProperties => ({
	...option(...given),
	noDataExpression: true,
});

const CONCURRENT = { min: 0, max: 50 };
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
				'Whether to only check everything and return what would be sent. Nothing is sent or billed.',
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
			description:
				"What to do with a message whose 'Send Once Key' was sent before: skip it, or let its item fail. It is not sent again in either case.",
		},
		runOption(
			'Interval (Ms)',
			'interval',
			INTERVAL,
			0,
			'Least time between the starts of two calls, in milliseconds, from 0 to 600000',
		),
		runOption(
			'Max Concurrent',
			'maxConcurrent',
			CONCURRENT,
			0,
			'How many messages are handed over to the service at the same time, from 1 to 50. 0 means automatic.',
		),
		runOption(
			'Max Messages',
			'maxMessages',
			COUNT,
			0,
			'Guard against a runaway workflow: once an execution would send more messages than this, all its runs counted, the run is refused before anything is sent. 0 means no limit.',
		),
		option(
			'Max Segments',
			'maxSegments',
			COUNT,
			0,
			'Guard against a long text: a message of more segments than this is refused before it is sent. Each segment is billed. 0 means no limit.',
		),
		runOption(
			'Max Total Segments',
			'maxTotalSegments',
			COUNT,
			0,
			'Guard against a large bill: once an execution would send more segments than this, all its runs counted, the run is refused before anything is sent. 0 means no limit.',
		),
		{
			displayName: 'Send Once Key',
			name: 'sendOnceKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.orderId }}',
			description:
				'Text that names the occasion of the message, such as an order number. A message with a key that this node has sent before is not sent again, also in later executions. The last 10,000 keys are remembered. A message whose key is empty is refused.',
		},
		runOption(
			'Wait for Delivery (Seconds)',
			'waitForDelivery',
			WAIT,
			0,
			'How long to wait for the final delivery reports of the messages, in seconds, from 0 to 3600. 0 means not to wait.',
		),
	],
};

/** @throws ParameterRefusal */
export function readOptions(item: ItemParameters): SendOptions {
	const read = (name: string, limits: { min: number; max: number }) =>
		item.optional(`options.${name}`, integer(limits));
	return {
		maxConcurrent: read('maxConcurrent', CONCURRENT) ?? 0,
		intervalMs: read('interval', INTERVAL) ?? 0,
		onceKey: readKey(item),
		ifSeen: item.choice('options.ifSeen', ['skip', 'error'], 'skip'),
		dryRun: item.flag('options.dryRun'),
		maxSegments: read('maxSegments', COUNT) ?? 0,
		maxMessages: read('maxMessages', COUNT) ?? 0,
		maxTotalSegments: read('maxTotalSegments', COUNT) ?? 0,
		waitForDelivery: read('waitForDelivery', WAIT) ?? 0,
	};
}

/** How a message is sent where the user has no choice. */
export const NO_OPTIONS: SendOptions = {
	maxConcurrent: 0,
	intervalMs: 0,
	onceKey: undefined,
	ifSeen: 'skip',
	dryRun: false,
	maxSegments: 0,
	maxMessages: 0,
	maxTotalSegments: 0,
	waitForDelivery: 0,
};

/** Who asks for a key means to be protected: an empty one is refused, since it would protect nothing. */
function readKey(item: ItemParameters): string | undefined {
	const isAdded = item.given('options', (options) => isRecord(options) && 'sendOnceKey' in options);
	if (!isAdded) return undefined;
	// With a space more, a key would be another one, and its message sent again.
	return item.required('options.sendOnceKey', (key) => text({ max: 1000 })(key).trim());
}
