import { SegmentedMessage } from 'sms-segments-calculator';
import { z } from 'zod';
import { invalid } from '../../api/failure.mts';
import { defineMethod, ok } from '../../api/method.mts';
import { flag, time } from '../../api/params.mts';
import type { Store } from '../../store/store.mts';
import { valuesOf } from '../../wire/rows.mts';
import { shortenLinks, storedText } from './text.mts';

const HOUR = 3_600_000;
const AWAITING_MODERATION = 1;
const SENT = 2;
/** Registered sender IDs; any other is replaced by the first. */
const SENDERS = ['Mobizon', 'Shop'];

const validity = z
	.string()
	.regex(/^\d{1,6}$/, 'must be an integer')
	.refine((minutes) => Number(minutes) >= 60 && Number(minutes) <= 1440, 'must be 60 to 1440');

const params = z.strictObject({
	// An encoded leading plus is allowed; the number itself is digits only.
	recipient: z
		.string()
		.regex(/^\+?\d{7,15}$/, 'must be a number in international format, digits only')
		.transform((number) => number.replace('+', '')),
	text: z.string().min(1, 'must not be empty'),
	from: z.string().default(''),
	params: z
		.strictObject({ name: z.string(), deferredToTs: time, shortenLinks: flag, validity })
		.partial()
		.default({}),
});

/**
 * When a deferred message is to start (ms), or undefined when it is not deferred. The time is read in the
 * account's zone; it must be no earlier than 1 hour and no later than 14 days ahead.
 * @throws ApiFailure
 */
function deferredStart({ zone, clock }: Store, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	const start = zone.parse(given);
	const ahead = start - clock.now();
	if (ahead < HOUR || ahead > 14 * 24 * HOUR) {
		throw invalid({
			'params.deferredToTs': ['must be no earlier than 1 hour and no later than 14 days ahead'],
		});
	}
	return start;
}

/**
 * Message/SendSmsMessage: makes a campaign with one message. A sender ID that is not registered is replaced
 * by the default one. A text with the word "moderation" waits for a moderator and is never sent.
 */
export const sendSmsMessage = defineMethod('Message/SendSmsMessage', params, (given, context) => {
	const { store, dialect } = context;
	const { freedoms } = store;
	const start = deferredStart(store, given.params.deferredToTs);
	const moderated = /moderation/i.test(given.text);
	const campaign = store.campaigns.add({
		status: moderated ? 'MODERATION' : 'AUTO_READY_FOR_SEND',
		createTs: store.clock.now(),
		deferredToTs: start ?? null,
	});
	const shortens = given.params.shortenLinks === 1 || freedoms.textStored === 'linksShortened';
	const made = shortens ? shortenLinks(store, given.text, campaign.id) : given.text;
	const text = storedText(made, store);
	const message = store.addMessage({
		campaignId: campaign.id,
		from: SENDERS.includes(given.from) ? given.from : SENDERS[0],
		to: given.recipient,
		text,
		status: start !== undefined && freedoms.oddStatuses ? 'SCHEDUL' : 'NEW',
		// Nothing is sent yet, whatever the status is called.
		startSendTs: null,
		statusUpdateTs: null,
		segNum: new SegmentedMessage(text).segmentsCount,
	});
	if (!moderated) {
		store.statuses.schedule(message, start ?? store.clock.now());
	}
	const { id } = valuesOf(dialect, store);
	const status = moderated ? AWAITING_MODERATION : SENT;
	return ok({ campaignId: id(campaign.id), messageId: id(message.id), status }, [message.id]);
});
