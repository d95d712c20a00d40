import { z } from 'zod';
import type { Context } from '../../api/method.mts';
import { id, list, time } from '../../api/params.mts';
import { unsorted } from '../../freedoms/order.mts';
import { type StoredCampaign, byUpdate, type StoredMessage } from '../../store/messages.mts';
import type { Store } from '../../store/store.mts';
import { partition, sortRows, type SortBy } from '../../store/table.mts';

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
function testsFor(wanted: Criteria, { zone, campaigns }: Store) {
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

/** F9: shows a message as this call sees it: as it is, or as it was for a replica that lags. */
export type Sight = (message: StoredMessage) => StoredMessage;

/** F9: what a replica shows, when one answers this call; otherwise undefined. */
export function replicaFor({ store, random }: Context): Sight | undefined {
	const { staleReads, staleBy } = store.freedoms;
	if (staleReads === 0 || random() >= staleReads) return undefined;
	const moment = store.clock.now() - staleBy;
	return (message) => store.messages.asOf(message, moment);
}

const updated = (message: StoredMessage): number => message.statusUpdateTs ?? -Infinity;

/** The first and last statusUpdateTs (ms) that the criteria allow; undefined when they allow all. */
function updateBounds({ zone, freedoms }: Store, wanted: Criteria) {
	const { statusUpdateTsFrom: from, statusUpdateTsTo: to } = wanted;
	if (from === undefined && to === undefined) return undefined;
	const { updateBounds: how } = freedoms;
	const afterFrom = how === 'exclusive' || how === 'exclusiveFrom' ? 1 : 0;
	const beforeTo = how === 'exclusive' || how === 'exclusiveTo' ? 1 : 0;
	return {
		// A message without a time is in no span.
		first: from === undefined ? -Number.MAX_VALUE : zone.parse(from) + afterFrom,
		last: to === undefined ? Infinity : zone.parse(to) - beforeTo,
	};
}

/**
 * The messages that fit, in order; newest first when no order is asked for. The two common orders, by id and by
 * statusUpdateTs, are ready.
 */
export function select(
	store: Store,
	wanted: Criteria,
	sorts: Array<SortBy<StoredMessage>>,
	replica?: Sight,
): readonly StoredMessage[] {
	const { byStatusUpdate, listed } = store.messages;
	const fits = testsFor(wanted, store);
	const bounds = updateBounds(store, wanted);
	const isByUpdate = sorts.length === 1 && sorts[0].field === 'statusUpdateTs';
	const isTimed = isByUpdate || bounds !== undefined;
	const ready = (isTimed ? byStatusUpdate : listed).sorted();
	// To a replica other times are the last ones.
	const rows = replica ? ready.map(replica).sort(isTimed ? byUpdate : () => 0) : ready;
	const { length } = rows;
	const start = bounds ? partition(length, (n) => updated(rows[n]) < bounds.first) : 0;
	const end = bounds ? partition(length, (n) => updated(rows[n]) <= bounds.last) : length;
	const part = rows.slice(start, end);
	const found = fits ? part.filter(fits) : part;
	if (!isByUpdate && (sorts.length > 0 || bounds))
		return sortRows(found, sorts, unsorted(store.freedoms, sorts));
	const newestFirst = store.freedoms.unsortedOrder !== 'oldestFirst';
	const isReversed = isByUpdate ? sorts[0].direction === 'DESC' : newestFirst;
	return isReversed ? found.reverse() : found;
}
