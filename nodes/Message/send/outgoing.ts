import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { integer, oneOf, quote, Refusal, text, trimmed, zeroOrOne } from '../../shared/input/parse';
import { defaultCountryField } from '../sms/countries';
import { blankPlaceholders, filledText } from '../sms/filledText';
import { homesOf, readRecipient } from '../sms/recipient';
import { hasForeignCharacters, nonGsmText, smartEncoding } from '../sms/nonGsmCharacters';
import { segments } from '../sms/segments';
import { sender, senderField } from '../fields';
import { readAllowedHours } from '../hours/allowedHours';
import { checkSendAt, deferredToField, readTiming, type Timing } from '../hours/deferral';
import { checkCountry } from './allowedCountries';
import { hasOptedOut } from './skipRecipients';

/** How a message is to be sent. What is not given, or 0, sets no limit; without `maxSegments` it is `MAX_SEGMENTS`. */
export type SendOptions = Partial<ReturnType<typeof readOptions>>;

/** For one message, where the user sets no limit: a longer one is hardly meant. */
export const MAX_SEGMENTS = 10;

export const LIMITS = {
	maxConcurrent: { min: 0, max: 50 },
	interval: { min: 0, max: 600_000 },
	count: { min: 0, max: 1_000_000 },
	waitForDelivery: { min: 0, max: 3600 },
};

/** One message, checked and cleaned, as Message/SendSmsMessage takes it. */
export interface Outgoing extends Timing {
	recipient: string;
	/** The user wants nothing sent to this number, whatever else is wrong with the message. */
	isOptedOut: boolean;
	text: string;
	/** Placeholders of the text that came out blank. */
	blanks: string[];
	/** undefined means the account's default sender; never send an empty one. */
	from: string | undefined;
	params: { name?: string; shortenLinks?: 1; validity?: number };
	/** Why it must not be sent now. What an earlier try sent stays sent. */
	refusal?: unknown;
	/** Estimated; the service's own count is what is billed. */
	segments: number;
	options: SendOptions;
}

/** Of a campaign, in characters: the specification has no limit. */
const LONGEST_NAME = 255;

const VALIDITY = { min: 60, max: 1440 };

export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	// A new node shows the sender; an empty one is not sent.
	default: { from: '' },
	options: [
		{
			displayName: 'Campaign Name',
			name: 'campaignName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Order confirmations',
			description: `Name of the campaign that the service makes for the message, at most ${LONGEST_NAME} characters. Empty leaves the name to the service.`,
		},
		defaultCountryField,
		deferredToField,
		senderField,
		{
			displayName: 'Shorten Links',
			name: 'shortenLinks',
			type: 'boolean',
			default: false,
			description:
				'Whether the service replaces all links in the text with short ones that count clicks',
		},
		{
			displayName: 'Validity (Minutes)',
			name: 'validity',
			type: 'number',
			typeOptions: { minValue: VALIDITY.min, maxValue: VALIDITY.max },
			default: 1440,
			description: `How long the service tries to deliver, in minutes, from ${VALIDITY.min} to ${VALIDITY.max} (a day)`,
		},
	],
};

const COUNTRY = 'additionalFields.defaultCountry';

/**
 * Reads one item of the send operation. A refusal of anything but its number is kept in `refusal` and not thrown, since an
 * earlier try may have sent the message.
 *
 * @throws Refusal for the number
 */
export function readOutgoing(item: ItemParameters): Outgoing {
	const recipient = readRecipient(item, COUNTRY);
	let refusal: unknown;
	const read = <T>(part: () => T): T | undefined => {
		try {
			return part();
		} catch (fault) {
			refusal ??= fault;
			return undefined;
		}
	};
	const options: SendOptions = read(() => readOptions(item)) ?? {};
	const timing = read(() => readTiming(item, options.allowedHours)) ?? {};
	read(() => checkSendAt(item, timing, options.allowedHours));
	const isOptedOut = read(() => hasOptedOut(item, recipient, homesOf(item, COUNTRY))) === true;
	read(() => checkCountry(item, recipient));
	const blanks = read(() => blankPlaceholders(item, 'text')) ?? [];
	const given = read(() => item.required('text', filledText)) ?? '';
	const message = options.smartEncoding ? smartEncoding(given) : given;
	const measured = segments(message).segments;
	read(() => checkLength(item, message, measured, options));
	const additional = read(() => readAdditional(item)) ?? { from: undefined, params: {} };
	return {
		...{ recipient, isOptedOut, blanks, text: message, segments: measured },
		from: additional.from,
		params: additional.params,
		...timing,
		refusal,
		options,
	};
}

/** @throws Refusal */
function readOptions(item: ItemParameters) {
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
		// In seconds.
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

const readAdditional = (item: ItemParameters): Pick<Outgoing, 'from' | 'params'> => ({
	from: item.describing('additionalFields.from', sender),
	params: {
		name: item.describing('additionalFields.campaignName', text({ max: LONGEST_NAME })),
		shortenLinks: item.flag('additionalFields.shortenLinks') ? 1 : undefined,
		validity: item.optional(
			'additionalFields.validity',
			integer({ ...VALIDITY, unit: ' minutes' }),
		),
	},
});

/** @throws Refusal for a text that takes more segments than the user allows */
function checkLength(
	item: ItemParameters,
	message: string,
	estimated: number,
	{ maxSegments }: SendOptions,
): void {
	const most = (maxSegments ?? MAX_SEGMENTS) || Infinity;
	if (estimated <= most) return;
	const named = hasForeignCharacters(message) ? nonGsmText(message) : '';
	const raise =
		maxSegments === undefined ? 'add Max Segments with a higher number' : 'raise Max Segments';
	const refusal = new Refusal(
		`takes ${estimated} segments, but ${maxSegments === undefined ? `without Max Segments at most ${most} are sent` : `Max Segments allows ${most}`}`,
		named === ''
			? `Shorten the text, or ${raise}.`
			: `Shorten the text, leave out what is not in the GSM alphabet (${named}), or ${raise}.${smartEncoding(message) === message ? '' : ' Smart Encoding would replace it.'}`,
	);
	throw item.refusal('text', refusal);
}

/** A word with a link in it: a scheme, or a name with a dot before letters. */
const LINK = /:\/\/|[^\s.]\.\p{L}/u;

/**
 * The text as it is compared with the service's list. If the service shortens links, its list has the short ones in the
 * text, so words with a link are not compared.
 */
export const comparable = (given: unknown, { params }: Outgoing): string =>
	params.shortenLinks === 1
		? String(given)
				.split(/\s+/)
				.map((word) => (LINK.test(word) ? '(link)' : word))
				.join(' ')
		: String(given);
