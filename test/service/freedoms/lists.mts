import type { Context } from '../api/method.mts';
import { valuesOf } from '../wire/rows.mts';
import { anyOrder } from './order.mts';
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

/** F6: what stands in place of rows that cannot be read. */
function given(rows: Row[], { unreadableList }: Freedoms): unknown[] {
	if (unreadableList === 'rows') return rows.map((row) => Object.values(row)[0]);
	return rows.map((row, n) => (unreadableList === 'oneRow' && n === 0 ? null : row));
}

/**
 * F6: rows, and what is documented beside them, for which some forms have no place.
 * @param isCounted the members say that there are rows; else `items` of null would be an untrue list of none
 */
export function framed(
	all: Row[],
	members: object,
	isCounted: boolean,
	freedoms: Freedoms,
): unknown {
	const { listForm, unreadableList } = freedoms;
	const rows = given(all, freedoms);
	if (listForm === 'bare') return rows;
	if (listForm === 'keyed') return keyed(rows);
	if (isCounted && (unreadableList === 'itemsNull' || unreadableList === 'itemsEmptyText'))
		return { items: NOTHING[unreadableList], ...members };
	return { items: listForm === 'itemsKeyed' ? keyed(rows) : rows, ...members };
}

/**
 * F6 and F7: the data of a method that lists page by page.
 * @param count of all rows, on every page
 */
export function pageAnswer(page: Row[], count: number, context: Context): unknown {
	const { freedoms } = context.store;
	const { emptyList, totalOff, totalAlternatesBy, totalForm } = freedoms;
	const more = totalOff + (context.turn % 2 === 1 ? totalAlternatesBy : 0);
	const shown = Math.max(0, count + more);
	const member = countMember(shown, context);
	if (count === 0 && shown === 0 && emptyList !== 'asIs') {
		const data = NOTHING[emptyList];
		return emptyList.startsWith('items') ? { items: data, ...member } : data;
	}
	return framed(page, member, totalForm !== 'absent' && shown > 0, freedoms);
}

/** F6 and F8: the data of a method that is documented as a bare list, and promises no order. */
export function listAnswer(all: Row[], { store: { freedoms }, random }: Context): unknown {
	const { emptyList, listForm, unsortedOrder } = freedoms;
	const rows = unsortedOrder === 'any' ? all.toSorted(anyOrder(all, random)) : all;
	if (rows.length === 0 && emptyList !== 'asIs') return NOTHING[emptyList];
	return listForm === 'asIs' ? given(rows, freedoms) : framed(rows, {}, false, freedoms);
}
