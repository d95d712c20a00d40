import { compareIds } from '../../store/ids.mts';
import type { StoredMessage } from '../../store/messages.mts';
import { partition } from '../../store/sortedIndex.mts';
import type { Store } from '../../store/store.mts';
import { sortRows, type SortBy, type View } from '../../store/view.mts';
import { testsFor, type Criteria } from './criteria.mts';

const updated = (message: StoredMessage): number => message.statusUpdateTs ?? -Infinity;

/** The part of the rows, which are in order of statusUpdateTs, that the criteria allow. */
function updateSpan(rows: readonly StoredMessage[], { zone }: Store, wanted: Criteria) {
	const { statusUpdateTsFrom: from, statusUpdateTsTo: to } = wanted;
	const last = to === undefined ? Infinity : zone.parse(to);
	// A message without a time is in no span.
	const first =
		from !== undefined ? zone.parse(from) : to !== undefined ? -Number.MAX_VALUE : -Infinity;
	return {
		start: partition(rows, (row) => updated(row) < first),
		end: partition(rows, (row) => updated(row) <= last),
	};
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
	const bounded = wanted.statusUpdateTsFrom !== undefined || wanted.statusUpdateTsTo !== undefined;
	const byUpdate = sorts.length === 1 && sorts[0].field === 'statusUpdateTs';
	const rows = byUpdate || bounded ? byStatusUpdate.sorted() : listed.sorted();
	const span = bounded ? updateSpan(rows, store, wanted) : { start: 0, end: rows.length };
	const indexed = byUpdate || (sorts.length === 0 && !bounded);
	const reversed = byUpdate ? sorts[0].direction === 'DESC' : indexed;
	if (indexed && tests.length === 0) return { rows, ...span, reversed };

	const fitting = rows
		.slice(span.start, span.end)
		.filter((message) => tests.every((test) => test(message)));
	const ordered = indexed ? fitting : sortRows(fitting, sorts, (a, b) => compareIds(b.id, a.id));
	return { rows: ordered, start: 0, end: ordered.length, reversed };
}
