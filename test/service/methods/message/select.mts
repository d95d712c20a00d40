import { unsorted } from '../../freedoms/order.mts';
import type { Sight } from '../../freedoms/replica.mts';
import type { StoredMessage } from '../../store/messages.mts';
import { partition } from '../../store/sortedIndex.mts';
import type { Store } from '../../store/store.mts';
import { sortRows, type SortBy, type View } from '../../store/view.mts';
import { testsFor, type Criteria } from './criteria.mts';

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

/** The part of rows that are in order of statusUpdateTs. */
function spanOf(rows: readonly StoredMessage[], bounds: { first: number; last: number }) {
	const start = partition(rows, (row) => updated(row) < bounds.first);
	const end = partition(rows, (row) => updated(row) <= bounds.last);
	return { start, end: Math.max(start, end) };
}

/** As `select`, of the messages as a replica shows them (F9). Costs a walk over all. */
export function selectAsOf(
	store: Store,
	wanted: Criteria,
	sorts: Array<SortBy<StoredMessage>>,
	replica: Sight,
): View<StoredMessage> {
	const tests = testsFor(wanted, store);
	const bounds = updateBounds(store, wanted) ?? { first: -Infinity, last: Infinity };
	const fitting = store.messages.listed
		.sorted()
		.map(replica)
		.filter((row) => updated(row) >= bounds.first && updated(row) <= bounds.last)
		.filter((row) => tests.every((test) => test(row)));
	const rows = sortRows(fitting, sorts, unsorted(store.freedoms, sorts));
	return { rows, start: 0, end: rows.length, reversed: false };
}

/**
 * The messages that fit, in order; newest first when no order is asked for. The two common orders, by id
 * and by statusUpdateTs, come from an index: with no further criteria nothing is copied, whatever the size.
 */
export function select(
	store: Store,
	wanted: Criteria,
	sorts: Array<SortBy<StoredMessage>>,
): View<StoredMessage> {
	const { byStatusUpdate, listed } = store.messages;
	const tests = testsFor(wanted, store);
	const bounds = updateBounds(store, wanted);
	const byUpdate = sorts.length === 1 && sorts[0].field === 'statusUpdateTs';
	const rows = byUpdate || bounds ? byStatusUpdate.sorted() : listed.sorted();
	const span = bounds ? spanOf(rows, bounds) : { start: 0, end: rows.length };
	const indexed = byUpdate || (sorts.length === 0 && !bounds);
	const newestFirst = store.freedoms.unsortedOrder !== 'oldestFirst';
	const reversed = byUpdate ? sorts[0].direction === 'DESC' : indexed && newestFirst;
	if (indexed && tests.length === 0) return { rows, ...span, reversed };

	const fitting = rows
		.slice(span.start, span.end)
		.filter((message) => tests.every((test) => test(message)));
	const ordered = indexed ? fitting : sortRows(fitting, sorts, unsorted(store.freedoms, sorts));
	return { rows: ordered, start: 0, end: ordered.length, reversed };
}
