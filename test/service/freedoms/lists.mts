import type { Context } from '../api/method.mts';
import { valuesOf } from '../wire/rows.mts';
import type { Freedoms } from './switches.mts';

type Row = Record<string, unknown>;

/** F6: a list with nothing in it, and `items` that cannot be read. */
const NOTHING = {
	list: [],
	null: null,
	emptyText: '',
	itemsNull: null,
	itemsEmptyText: '',
} as const;

/** F7: the member `totalItemCount` for the count that is shown, or none. */
function countMember(shown: number, { store, dialect }: Context): { totalItemCount?: unknown } {
	const { totalForm } = store.freedoms;
	const forms = { asIs: valuesOf(dialect, store).integer, text: String, number: Number };
	return totalForm === 'absent' ? {} : { totalItemCount: forms[totalForm](shown) };
}

/** PHP writes an array with gaps as an object, an empty one as a list. */
export const keyed = (rows: unknown[]): unknown => (rows.length === 0 ? [] : { ...rows });

const brokenRows = (rows: Row[], { unreadableList }: Freedoms): unknown[] =>
	unreadableList === 'rows' ? rows.map(({ id }) => id) : rows;

/**
 * F6 and F7: the data of a method that lists page by page.
 * @param count of all rows, on every page
 */
export function pageAnswer(page: Row[], count: number, context: Context): unknown {
	const { freedoms } = context.store;
	const { emptyList, listForm, unreadableList, totalOff, totalAlternatesBy } = freedoms;
	const more = totalOff + (context.turn % 2 === 1 ? totalAlternatesBy : 0);
	const shown = Math.max(0, count + more);
	const member = countMember(shown, context);
	if (count === 0 && shown === 0 && emptyList !== 'asIs') {
		const data = NOTHING[emptyList];
		return emptyList.startsWith('items') ? { items: data, ...member } : data;
	}
	const rows = brokenRows(page, freedoms);
	if (listForm === 'bare') return rows;
	if (listForm === 'keyed') return keyed(rows);
	// Without a count above 0 this would be a list with nothing in it, which would be untrue.
	const countSays = freedoms.totalForm !== 'absent' && shown > 0;
	if (countSays && (unreadableList === 'itemsNull' || unreadableList === 'itemsEmptyText')) {
		return { items: NOTHING[unreadableList], ...member };
	}
	return { items: listForm === 'itemsKeyed' ? keyed(rows) : rows, ...member };
}

/** F6: the data of a method that is documented as a bare list. */
export function listAnswer(all: Row[], { store }: Context): unknown {
	const { emptyList, listForm } = store.freedoms;
	if (all.length === 0 && emptyList !== 'asIs') return NOTHING[emptyList];
	const rows = brokenRows(all, store.freedoms);
	if (listForm === 'wrapped') return { items: rows };
	if (listForm === 'itemsKeyed') return { items: keyed(rows) };
	return listForm === 'keyed' ? keyed(rows) : rows;
}
