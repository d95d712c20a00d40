import { SegmentedMessage } from 'sms-segments-calculator';
import { z } from 'zod';
import { defineMethod, ok, type Context } from '../../api/method.mts';
import { flag, time } from '../../api/params.mts';
import { storedText } from '../../freedoms/texts.mts';
import { stepsFor } from '../../store/lifecycle.mts';
import { valuesOf } from '../../wire/values.mts';
import { deferredStart } from './deferral.mts';
import { shortenLinks } from './shorten.mts';

const params = z.strictObject({
	// An encoded leading plus is allowed; the number itself is digits only.
	recipient: z
		.string()
		.regex(/^\+?\d{7,15}$/, 'must be a number in international format, digits only')
		.transform((number) => number.replace('+', '')),
	text: z.string().min(1, 'must not be empty'),
	from: z.string().default(''),
	params: z
		.strictObject({
			name: z.string(),
			deferredToTs: time,
			shortenLinks: flag,
			validity: z
				.string()
				.regex(/^\d{1,6}$/, 'must be an integer')
				.refine(
					(minutes) => Number(minutes) >= 60 && Number(minutes) <= 1440,
					'must be 60 to 1440',
				),
		})
		.partial()
		.default({}),
});

type Given = z.output<typeof params>;
const AWAITING_MODERATION = 1;
const SENT = 2;

function newCampaign(given: Given, { store }: Context, moderated: boolean, start?: number) {
	return store.campaigns.add({
		name: given.params.name ?? '',
		status: moderated ? 'MODERATION' : 'AUTO_READY_FOR_SEND',
		createTs: store.clock.now(),
		deferredToTs: start ?? null,
	});
}

/**
 * Message/SendSmsMessage: makes a campaign with one message. A sender ID that is not registered is replaced
 * by the default one. A text with the word "moderation" waits for a moderator and is never sent.
 */
export const sendSmsMessage = defineMethod('Message/SendSmsMessage', params, (given, context) => {
	const { store, dialect, senders } = context;
	const start = deferredStart(store, given.params.deferredToTs);
	const moderated = /moderation/i.test(given.text);
	const campaign = newCampaign(given, context, moderated, start);
	const { freedoms } = store;
	const shortens = given.params.shortenLinks === 1 || freedoms.textStored === 'linksShortened';
	const made = shortens ? shortenLinks(store, given.text, campaign.id) : given.text;
	const text = storedText(made, freedoms);
	const message = store.addMessage({
		campaignId: campaign.id,
		from: senders.includes(given.from) ? given.from : senders[0],
		to: given.recipient,
		text,
		status: start !== undefined && freedoms.oddStatuses ? 'SCHEDUL' : 'NEW',
		// Nothing is sent yet, whatever the status is called.
		startSendTs: null,
		statusUpdateTs: null,
		segNum: new SegmentedMessage(text).segmentsCount,
	});
	if (!moderated) {
		const steps = stepsFor(context.lifecycle, message.to);
		store.statuses.schedule(message.id, steps, start ?? store.clock.now());
	}
	const { id } = valuesOf(dialect, store);
	const answer = {
		campaignId: id(campaign.id),
		messageId: id(message.id),
		status: moderated ? AWAITING_MODERATION : SENT,
	};
	return ok(answer, [message.id]);
});
