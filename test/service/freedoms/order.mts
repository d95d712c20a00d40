import { compareIds, sortRows, type SortBy } from '../store/table.mts';
import type { Random } from './random.mts';
import type { Freedoms } from './switches.mts';

/** F8: how rows are ordered that nothing else orders. */
export const unsorted =
	({ unsortedOrder }: Freedoms, sorts: unknown[]) =>
	(a: { id: string }, b: { id: string }): number =>
		sorts.length === 0 && unsortedOrder === 'oldestFirst'
			? compareIds(a.id, b.id)
			: compareIds(b.id, a.id);

/** F8: another order in every call. */
export function anyOrder<T>(rows: readonly T[], random: Random): (a: T, b: T) => number {
	const places = new Map(rows.map((row) => [row, random()]));
	return (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0);
}

/**
 * A page of rows in order; beyond the last one it is empty, or F25 the last one again. F26: with only the first rows.
 * F8: rows whose sort keys are all equal may come in another order in every call.
 */
export function pageOf<T>(
	rows: readonly T[],
	{ pageSize, currentPage }: { pageSize: number; currentPage: number },
	sorts: Array<SortBy<T>>,
	{ tiesShuffled, unsortedOrder, pastEnd, listShows }: Freedoms,
	random: Random,
): T[] {
	const shuffles = sorts.length > 0 ? tiesShuffled : unsortedOrder === 'any';
	const ordered = shuffles ? sortRows([...rows], sorts, anyOrder(rows, random)) : rows;
	const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
	const page = pastEnd === 'lastPage' ? Math.min(currentPage, lastPage) : currentPage;
	const shown = listShows < 0 ? rows.length : listShows;
	return ordered.slice(pageSize * page, Math.min(shown, pageSize * (page + 1)));
}
