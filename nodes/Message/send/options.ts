import type { ItemParameters } from '../../shared/input/itemParameters';
import { integer, oneOf, quote, Refusal, text, trimmed, zeroOrOne } from '../../shared/input/parse';
import { readAllowedHours, type AllowedHours } from '../hours/allowedHours';
import { blankPlaceholders, filledText } from '../sms/filledText';

/** How a message is to be sent. What is not given, or 0, sets no limit. */
export interface SendOptions {
	/** 0: as many as the service takes. */
	maxConcurrent?: number;
	/** Between the starts of two calls, in ms. */
	intervalMs?: number;
	onceKey?: string;
	/** `recipient`: the key counts for each number by itself. */
	oncePer?: 'key' | 'recipient';
	ifSeen?: 'skip' | 'error';
	dryRun?: boolean;
	/** For one message; undefined: `MAX_SEGMENTS`. */
	maxSegments?: number;
	maxMessages?: number;
	maxTotalSegments?: number;
	/** Messages of the account, and those to one number, in the last 24 hours. */
	maxPerDay?: number;
	maxPerRecipientPerDay?: number;
	/** Seconds to wait for the delivery report. */
	waitForDelivery?: number;
	allowedHours?: AllowedHours;
	smartEncoding?: boolean;
}

/** For one message, where the user sets no limit: a longer one is hardly meant. */
export const MAX_SEGMENTS = 10;

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
	const cap = (name: string) => item.requiredIfAdded(`options.${name}`, integer(LIMITS.count));
	return {
		maxConcurrent: read('maxConcurrent', LIMITS.maxConcurrent),
		intervalMs: read('interval', LIMITS.interval),
		onceKey: readKey(item),
		oncePer: item.optional('options.sendOncePer', oneOf(['key', 'recipient'])),
		ifSeen: item.optional('options.ifSeen', oneOf(['skip', 'error'])),
		dryRun: item.requiredIfAdded('options.dryRun', zeroOrOne) === 1,
		maxSegments: cap('maxSegments'),
		maxMessages: cap('maxMessages'),
		maxTotalSegments: cap('maxTotalSegments'),
		maxPerDay: cap('maxPerDay'),
		maxPerRecipientPerDay: cap('maxPerRecipientPerDay'),
		waitForDelivery: read('waitForDelivery', LIMITS.waitForDelivery),
		// A user who adds the option wants hours: it is never ignored, even if it is empty.
		allowedHours: item.isAdded('options.allowedHours') ? readAllowedHours(item) : undefined,
		smartEncoding: item.flag('options.smartEncoding'),
	};
}

/** What an expression makes of a column that is not there, as in `{{ $json.order + '-' + $json.phone }}`. */
const HOLE = /(?<![\p{L}\d])(undefined|NaN)(?![\p{L}\d])|^null$/u;

function readKey(item: ItemParameters): string | undefined {
	const key = item.requiredIfAdded('options.sendOnceKey', (given) => {
		// With an extra space it would be another key, and the message would be sent again.
		const named = trimmed(text({ max: 1000 })(filledText(given)));
		const hole = HOLE.exec(named)?.[0];
		if (hole === undefined) return named;
		throw new Refusal(
			`has ${quote(hole)} in it`,
			'Check the names of the columns in its expression.',
		);
	});
	// With a hole in it all items would have one key, and only the first would be sent.
	blankPlaceholders(item, 'options.sendOnceKey');
	return key;
}
