import type { Context } from '../../api/method.mts';
import { unsorted } from '../../freedoms/order.mts';
import { byUpdate, type StoredMessage } from '../../store/messages.mts';
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
 * and by statusUpdateTs, are ready: with no further criteria nothing is copied, whatever the size.
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
	const isByUpdate = sorts.length === 1 && sorts[0].field === 'statusUpdateTs';
	const isTimed = isByUpdate || bounds !== undefined;
	const ready = (isTimed ? byStatusUpdate : listed).sorted();
	// To a replica other times are the last ones.
	const rows = replica ? ready.map(replica).sort(isTimed ? byUpdate : () => 0) : ready;
	const { length } = rows;
	const start = bounds ? partition(length, (n) => updated(rows[n]) < bounds.first) : 0;
	const last = bounds ? partition(length, (n) => updated(rows[n]) <= bounds.last) : length;
	const end = Math.max(start, last);
	const part = () => (fits ? rows.slice(start, end).filter(fits) : rows.slice(start, end));
	if (!isByUpdate && (sorts.length > 0 || bounds))
		return viewOf(sortRows(part(), sorts, unsorted(store.freedoms, sorts)));

	const newestFirst = store.freedoms.unsortedOrder !== 'oldestFirst';
	const reversed = isByUpdate ? sorts[0].direction === 'DESC' : newestFirst;
	return fits ? viewOf(part(), reversed) : { rows, start, end, reversed };
}
