import { z } from 'zod';
import type { Context } from '../../api/method.mts';
import { id, list, time } from '../../api/params.mts';
import { unsorted } from '../../freedoms/order.mts';
import type { Freedoms } from '../../freedoms/switches.mts';
import type { StoredCampaign, StoredMessage } from '../../store/messages.mts';
import type { Store } from '../../store/store.mts';
import { sortRows, type SortBy } from '../../store/table.mts';

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

type Criteria = z.output<typeof criteria>;
type Test = (message: StoredMessage) => boolean;

function hasStatus(campaign: StoredCampaign | undefined, wanted: string): boolean {
	if (campaign === undefined) return false;
	const isSent = campaign.sentTs !== null;
	if (wanted === 'NOT_YET_SENT') return !isSent;
	if (wanted === 'DEFERRED') return campaign.deferredToTs !== null && !isSent;
	return campaign.status === wanted;
}

const when = <V,>(value: V | undefined, test: (value: V) => Test): Test[] =>
	value === undefined ? [] : [test(value)];

/** Everything that a message must fulfil. */
function testsFor(wanted: Criteria, { zone, campaigns, freedoms }: Store): Test[] {
	const campaignOf = ({ campaignId }: StoredMessage) => campaigns.get(campaignId);
	/** Both bounds belong to the span, to the second, unless F12 says otherwise; a time that is null is in no span. */
	const within = (
		name: 'campaignCreateTs' | 'campaignSentTs' | 'startSendTs' | 'statusUpdateTs',
		read: (message: StoredMessage) => number | null | undefined,
		bounds: Freedoms['updateBounds'] = 'inclusive',
	): Test[] => [
		...when(wanted[`${name}From`], (from) => {
			const isOutside = bounds === 'exclusive' || bounds === 'exclusiveFrom';
			const first = zone.parse(from) + (isOutside ? 1 : 0);
			return (message) => (read(message) ?? -Infinity) >= first;
		}),
		...when(wanted[`${name}To`], (to) => {
			const isOutside = bounds === 'exclusive' || bounds === 'exclusiveTo';
			const last = zone.parse(to) + (isOutside ? -1 : 999);
			return (message) => (read(message) ?? Infinity) <= last;
		}),
	];
	return [
		...within('statusUpdateTs', (message) => message.statusUpdateTs, freedoms.updateBounds),
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
		...when(wanted.campaignStatus, (status) => (each) => hasStatus(campaignOf(each), status)),
		...within('campaignCreateTs', (message) => campaignOf(message)?.createTs),
		...within('campaignSentTs', (message) => campaignOf(message)?.sentTs),
		...within('startSendTs', ({ startSendTs }) => startSendTs),
	];
}

/** F9: shows a message as this call sees it: as it is, or as it was for a replica that lags. */
type Sight = (message: StoredMessage) => StoredMessage;

/** F9: what a replica shows, when one answers this call; otherwise undefined. */
export function replicaFor({ store, random }: Context): Sight | undefined {
	const { staleReads, staleBy } = store.freedoms;
	if (staleReads === 0 || random() >= staleReads) return undefined;
	const moment = store.clock.now() - staleBy;
	return (message) => store.messages.asOf(message, moment);
}

/** The messages that fit, in order; newest first when no order is asked for. */
export function select(
	store: Store,
	wanted: Criteria,
	sorts: Array<SortBy<StoredMessage>>,
	replica: Sight = (message) => message,
): readonly StoredMessage[] {
	const tests = testsFor(wanted, store);
	const rows = store.messages.listed().map(replica);
	const found = rows.filter((message) => tests.every((test) => test(message)));
	return sortRows(found, sorts, unsorted(store.freedoms, sorts));
}
