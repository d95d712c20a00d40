import { InvalidFields } from '../api/failure.mts';
import { compareIds, compareKeys, partition, type SortBy, type View } from '../store/table.mts';
import { between, type Random } from './random.mts';
import type { Freedoms } from './schema.mts';

/**
 * F8: those of the sort fields that count.
 * @throws InvalidFields where the service takes no more than one
 */
export function usedSorts<T>(sorts: T[], { severalSorts }: Freedoms): T[] {
	if (sorts.length < 2 || severalSorts === 'all') return sorts;
	if (severalSorts === 'refused') throw new InvalidFields({ sort: ['must be one field'] });
	return severalSorts === 'first' ? sorts.slice(0, 1) : sorts.slice(-1);
}

/** F8: how rows are ordered that nothing else orders. */
export const unsorted =
	({ unsortedOrder }: Freedoms, sorts: unknown[]) =>
	(a: { id: string }, b: { id: string }): number =>
		sorts.length === 0 && unsortedOrder === 'oldestFirst'
			? compareIds(a.id, b.id)
			: compareIds(b.id, a.id);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Another order of so many places: gives each place the one that moves there. */
function permutation(count: number, random: Random): (place: number) => number {
	const shift = between(random, 0, count - 1);
	let step = between(random, 1, count);
	while (divisor(step, count) !== 1) step = (step % count) + 1;
	return (place) => (place * step + shift) % count;
}

/**
 * A page of a view; beyond the last one it is empty, or F25 the last one again. F26: with only the first rows. F8: rows whose sort keys are all equal may come in another order
 * in every call. The cost is that of the page, whatever the size of the view.
 */
export function pageOf<T>(
	{ rows, start, end, reversed }: View<T>,
	{ pageSize, currentPage }: { pageSize: number; currentPage: number },
	sorts: Array<SortBy<T>>,
	{ tiesShuffled, unsortedOrder, pastEnd, listShows }: Freedoms,
	random: Random,
): T[] {
	const count = Math.max(0, end - start);
	const at = (place: number) => rows[reversed ? end - 1 - place : start + place];
	const lastPage = Math.max(0, Math.ceil(count / pageSize) - 1);
	const pageNumber = pastEnd === 'lastPage' ? Math.min(currentPage, lastPage) : currentPage;
	const shown = listShows < 0 ? count : Math.min(count, listShows);
	const stop = Math.min(shown, pageSize * (pageNumber + 1));
	const shuffles = sorts.length > 0 ? tiesShuffled : unsortedOrder === 'any';
	const page: T[] = [];
	for (let place = pageSize * pageNumber; place < stop;) {
		const row = at(place);
		const isTie = (other: number) =>
			sorts.every(({ key }) => compareKeys(key(at(other)), key(row)) === 0);
		const before = shuffles ? partition(place, (n) => isTie(place - 1 - n)) : 0;
		const after = shuffles ? partition(count - 1 - place, (n) => isTie(place + 1 + n)) : 0;
		const [first, last] = [place - before, place + after];
		const from = shuffles ? permutation(last - first + 1, random) : () => 0;
		for (; place <= last && place < stop; place++) page.push(at(first + from(place - first)));
	}
	return page;
}
