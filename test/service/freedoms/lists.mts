import type { Context } from '../api/method.mts';
import { valuesOf } from '../wire/values.mts';
import type { Freedoms } from './schema.mts';

type Row = Record<string, unknown>;

/** F7: the count as this call shows it; never below 0. */
function shownCount(count: number, { turn, store }: Context): number {
	const { totalOff, totalAlternatesBy } = store.freedoms;
	return Math.max(0, count + totalOff + (turn % 2 === 1 ? totalAlternatesBy : 0));
}

/** F7: the member `totalItemCount`, or none. */
function countMember(shown: number, { store, dialect }: Context): { totalItemCount?: unknown } {
	const { totalForm } = store.freedoms;
	if (totalForm === 'absent') return {};
	if (totalForm === 'asIs') return { totalItemCount: valuesOf(dialect, store).integer(shown) };
	return { totalItemCount: totalForm === 'text' ? String(shown) : shown };
}

/** F6: `items` in place of rows when they cannot be read, or when there are none. */
const ITEMS = { itemsNull: null, itemsEmptyText: '' } as const;
/** F6: all data of a list with nothing in it. */
const NOTHING = { list: [], null: null, emptyText: '' } as const;

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
	const { emptyList, listForm, unreadableList } = freedoms;
	const shown = shownCount(count, context);
	const member = countMember(shown, context);
	if (count === 0 && shown === 0 && emptyList !== 'asIs') {
		if (emptyList === 'itemsNull' || emptyList === 'itemsEmptyText') {
			return { items: ITEMS[emptyList], ...member };
		}
		return NOTHING[emptyList];
	}
	const rows = brokenRows(page, freedoms);
	if (listForm === 'bare') return rows;
	if (listForm === 'keyed') return keyed(rows);
	// Without a count above 0 this would be a list with nothing in it, which would be untrue.
	const countSays = freedoms.totalForm !== 'absent' && shown > 0;
	if (countSays && (unreadableList === 'itemsNull' || unreadableList === 'itemsEmptyText')) {
		return { items: ITEMS[unreadableList], ...member };
	}
	return { items: listForm === 'itemsKeyed' ? keyed(rows) : rows, ...member };
}

/** F6: the data of a method that is documented as a bare list. */
export function listAnswer(all: Row[], { store }: Context): unknown {
	const { emptyList, listForm } = store.freedoms;
	if (all.length === 0 && emptyList !== 'asIs') {
		if (emptyList === 'itemsNull') return null;
		return emptyList === 'itemsEmptyText' ? '' : NOTHING[emptyList];
	}
	const rows = brokenRows(all, store.freedoms);
	if (listForm === 'wrapped') return { items: rows };
	if (listForm === 'itemsKeyed') return { items: keyed(rows) };
	return listForm === 'keyed' ? keyed(rows) : rows;
}
