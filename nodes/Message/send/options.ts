import type { ItemParameters } from '../../shared/input/itemParameters';
import { integer, text, zeroOrOne } from '../../shared/input/parse';
import type { AllowedHours } from '../hours/allowedHours';
import { readAllowedHours } from '../hours/allowedHoursField';
import { filledText } from '../sms/filledText';
import { blankPlaceholders } from '../sms/holes';

/** How a message is to be sent. Numbers that are 0 set no limit. */
export interface SendOptions {
	/** 0: as many as the service takes. */
	maxConcurrent: number;
	/** Between the starts of two calls, in ms. */
	intervalMs: number;
	onceKey: string | undefined;
	/** `recipient`: the key counts for each number by itself. */
	oncePer: 'key' | 'recipient';
	ifSeen: 'skip' | 'error';
	dryRun: boolean;
	/** For one message; undefined: `MAX_SEGMENTS`. */
	maxSegments: number | undefined;
	maxMessages: number;
	maxTotalSegments: number;
	/** Messages of the account, and those to one number, in the last 24 hours. */
	maxPerDay: number;
	maxPerRecipientPerDay: number;
	/** Seconds to wait for the delivery report. */
	waitForDelivery: number;
	/** undefined: at any time. */
	allowedHours: AllowedHours | undefined;
	smartEncoding: boolean;
}

/** For one message, where the user sets no limit: a longer one is hardly meant. */
export const MAX_SEGMENTS = 10;

/** What the numbers may be. */
export const LIMITS = {
	maxConcurrent: { min: 0, max: 50 },
	interval: { min: 0, max: 600_000 },
	count: { min: 0, max: 1_000_000 },
	waitForDelivery: { min: 0, max: 3600 },
};

/** @throws ParameterRefusal */
export function readOptions(item: ItemParameters): SendOptions {
	const read = (name: string, limits: { min: number; max: number }) =>
		item.optional(`options.${name}`, integer(limits));
	const cap = (name: string) => item.requiredIfAdded(`options.${name}`, integer(LIMITS.count)) ?? 0;
	return {
		maxConcurrent: read('maxConcurrent', LIMITS.maxConcurrent) ?? 0,
		intervalMs: read('interval', LIMITS.interval) ?? 0,
		onceKey: readKey(item),
		oncePer: item.choice('options.sendOncePer', ['key', 'recipient'], 'key'),
		ifSeen: item.choice('options.ifSeen', ['skip', 'error'], 'skip'),
		dryRun: item.requiredIfAdded('options.dryRun', zeroOrOne) === 1,
		maxSegments: item.requiredIfAdded('options.maxSegments', integer(LIMITS.count)),
		maxMessages: cap('maxMessages'),
		maxTotalSegments: cap('maxTotalSegments'),
		maxPerDay: cap('maxPerDay'),
		maxPerRecipientPerDay: cap('maxPerRecipientPerDay'),
		waitForDelivery: read('waitForDelivery', LIMITS.waitForDelivery) ?? 0,
		// A user who adds the option wants hours: it is never ignored, even if it is empty.
		allowedHours: item.isAdded('options.allowedHours') ? readAllowedHours(item) : undefined,
		smartEncoding: item.flag('options.smartEncoding'),
	};
}

/** How a message is sent where the user has no choice. */
export const NO_OPTIONS: SendOptions = {
	maxConcurrent: 0,
	intervalMs: 0,
	onceKey: undefined,
	oncePer: 'key',
	ifSeen: 'skip',
	dryRun: false,
	maxSegments: 0,
	maxMessages: 0,
	maxTotalSegments: 0,
	maxPerDay: 0,
	maxPerRecipientPerDay: 0,
	waitForDelivery: 0,
	allowedHours: undefined,
	smartEncoding: false,
};

function readKey(item: ItemParameters): string | undefined {
	// With an extra space it would be another key, and the message would be sent again.
	const key = item.requiredIfAdded('options.sendOnceKey', (given) =>
		text({ max: 1000 })(filledText(given)).trim(),
	);
	// With a hole in it all items would have one key, and only the first would be sent.
	blankPlaceholders(item, 'options.sendOnceKey');
	return key;
}
