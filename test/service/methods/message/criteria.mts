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
type Test = (message: StoredMessage, campaign: StoredCampaign | undefined) => boolean;

const STARTED = new Set(['RUNNING', 'SENT', 'DONE', 'DECLINED']);

function hasStatus(campaign: StoredCampaign | undefined, wanted: string): boolean {
	if (campaign === undefined) return false;
	if (wanted === 'NOT_YET_SENT') return !STARTED.has(campaign.status);
	if (wanted === 'DEFERRED') return campaign.deferredToTs !== null && campaign.sentTs === null;
	return campaign.status === wanted;
}

const when = <V,>(value: V | undefined, test: (value: V) => Test): Test[] =>
	value === undefined ? [] : [test(value)];

/** Everything that a message must fulfil, except its statusUpdateTs. */
export function testsFor(wanted: Criteria, { zone, campaigns }: Store) {
	/** Both bounds belong to the span, to the second; a time that is null is in no span. */
	const within = (
		name: 'campaignCreateTs' | 'campaignSentTs' | 'startSendTs',
		read: (...of: Parameters<Test>) => number | null | undefined,
	): Test[] => [
		...when(wanted[`${name}From`], (from) => {
			const first = zone.parse(from);
			return (...of) => (read(...of) ?? -Infinity) >= first;
		}),
		...when(wanted[`${name}To`], (to) => {
			const last = zone.parse(to) + 999;
			return (...of) => (read(...of) ?? Infinity) <= last;
		}),
	];
	const tests = [
		...when(wanted.campaignIds, (ids) => {
			const sought = new Set(ids);
			return ({ campaignId }) => sought.has(campaignId);
		}),
		...when(wanted.from, (from) => (message) => message.from === from),
		...when(wanted.to, (to) => (message) => message.to.includes(to)),
		...when(wanted.text, (text) => (message) => message.text === text),
		...when(wanted.status, (status) => (message) => message.status === status),
		...when(wanted.groups, (sought) => ({ groups }) => {
			return groups.split(',').some((group) => sought.includes(group));
		}),
		...when(wanted.campaignStatus, (status) => (_, campaign) => hasStatus(campaign, status)),
		...within('campaignCreateTs', (_, campaign) => campaign?.createTs),
		...within('campaignSentTs', (_, campaign) => campaign?.sentTs),
		...within('startSendTs', ({ startSendTs }) => startSendTs),
	];
	if (tests.length === 0) return undefined;
	return (message: StoredMessage): boolean => {
		const campaign = campaigns.get(message.campaignId);
		return tests.every((test) => test(message, campaign));
	};
}
