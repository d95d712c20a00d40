import { z } from 'zod';
import { id, list, time } from '../../api/params.mts';
import type { StoredCampaign } from '../../store/campaigns.mts';
import type { StoredMessage } from '../../store/messages.mts';
import type { Store } from '../../store/store.mts';

export const criteria = z
	.strictObject({
		// Beyond 100 the service searches only the first 100.
		campaignIds: list(id).transform((ids) => ids.slice(0, 100)),
		from: z.string(),
		to: z.string().regex(/^\d{1,15}$/, 'must be one number or a part of it'),
		text: z.string(),
		status: z.string(),
		groups: list(id),
		campaignStatus: z.string(),
		campaignCreateTsFrom: time,
		campaignCreateTsTo: time,
		campaignSentTsFrom: time,
		campaignSentTsTo: time,
		startSendTsFrom: time,
		startSendTsTo: time,
		statusUpdateTsFrom: time,
		statusUpdateTsTo: time,
	})
	.partial()
	.default({});

export type Criteria = z.output<typeof criteria>;
type Test = (message: StoredMessage) => boolean;

const STARTED = new Set(['RUNNING', 'SENT', 'DONE', 'DECLINED']);

function hasStatus(campaign: StoredCampaign | undefined, wanted: string): boolean {
	if (campaign === undefined) return false;
	if (wanted === 'NOT_YET_SENT') return !STARTED.has(campaign.status);
	if (wanted === 'DEFERRED') return campaign.deferredToTs !== null && campaign.sentTs === null;
	return campaign.status === wanted;
}

/** Both bounds belong to the span, to the second; a time that is null is in no span. */
function within(
	{ zone }: Store,
	from: string | undefined,
	to: string | undefined,
	read: (message: StoredMessage) => number | null | undefined,
): Test[] {
	if (from === undefined && to === undefined) return [];
	const first = from === undefined ? -Infinity : zone.parse(from);
	const last = to === undefined ? Infinity : zone.parse(to) + 999;
	return [
		(message) => {
			const at = read(message);
			return at !== null && at !== undefined && at >= first && at <= last;
		},
	];
}

const when = <V,>(value: V | undefined, test: (value: V) => Test): Test[] =>
	value === undefined ? [] : [test(value)];

/** Everything that a message must fulfil, except its statusUpdateTs. */
export function testsFor(wanted: Criteria, store: Store): Test[] {
	const campaignOf = (message: StoredMessage) => store.campaigns.get(message.campaignId);
	return [
		...when(wanted.campaignIds, (ids) => {
			const sought = new Set(ids);
			return (message) => sought.has(message.campaignId);
		}),
		...when(wanted.from, (from) => (message) => message.from === from),
		...when(wanted.to, (to) => (message) => message.to.includes(to)),
		...when(wanted.text, (text) => (message) => message.text === text),
		...when(wanted.status, (status) => (message) => message.status === status),
		...when(wanted.groups, (groups) => (message) => {
			return message.groups.split(',').some((group) => groups.includes(group));
		}),
		...when(wanted.campaignStatus, (status) => (message) => hasStatus(campaignOf(message), status)),
		...within(store, wanted.campaignCreateTsFrom, wanted.campaignCreateTsTo, (message) => {
			return campaignOf(message)?.createTs;
		}),
		...within(store, wanted.campaignSentTsFrom, wanted.campaignSentTsTo, (message) => {
			return campaignOf(message)?.sentTs;
		}),
		...within(
			store,
			wanted.startSendTsFrom,
			wanted.startSendTsTo,
			(message) => message.startSendTs,
		),
	];
}
