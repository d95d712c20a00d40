import type { Context } from '../../api/method.mts';
import { unsorted } from '../../freedoms/order.mts';
import type { StoredMessage } from '../../store/messages.mts';
import type { Store } from '../../store/store.mts';
import { partition, sortRows, viewOf, type SortBy, type View } from '../../store/view.mts';
import { testsFor, type Criteria } from './criteria.mts';

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
 * The messages that fit, in order; newest first when no order is asked for. The two common orders, by id
 * and by statusUpdateTs, come from an index: with no further criteria nothing is copied, whatever the size.
 * What a replica shows (F9) is in no index: that costs a walk over all.
 */
export function select(
	store: Store,
	wanted: Criteria,
	sorts: Array<SortBy<StoredMessage>>,
	replica?: Sight,
): View<StoredMessage> {
	const { byStatusUpdate, listed } = store.messages;
	const fits = testsFor(wanted, store);
	const bounds = updateBounds(store, wanted);
	const inOrder = (rows: StoredMessage[]) =>
		viewOf(sortRows(rows, sorts, unsorted(store.freedoms, sorts)));
	if (replica) {
		const { first, last } = bounds ?? { first: -Infinity, last: Infinity };
		const inSpan = (row: StoredMessage) => updated(row) >= first && updated(row) <= last;
		const seen = listed.sorted().map(replica);
		return inOrder(seen.filter((row) => inSpan(row) && (fits?.(row) ?? true)));
	}
	const byUpdate = sorts.length === 1 && sorts[0].field === 'statusUpdateTs';
	const rows = byUpdate || bounds ? byStatusUpdate.sorted() : listed.sorted();
	const { length } = rows;
	const start = bounds ? partition(length, (n) => updated(rows[n]) < bounds.first) : 0;
	const last = bounds ? partition(length, (n) => updated(rows[n]) <= bounds.last) : length;
	const end = Math.max(start, last);
	const part = () => (fits ? rows.slice(start, end).filter(fits) : rows.slice(start, end));
	if (!byUpdate && (sorts.length > 0 || bounds)) return inOrder(part());

	const newestFirst = store.freedoms.unsortedOrder !== 'oldestFirst';
	const reversed = byUpdate ? sorts[0].direction === 'DESC' : newestFirst;
	return fits ? viewOf(part(), reversed) : { rows, start, end, reversed };
}
