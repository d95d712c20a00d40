import type { Context } from '../api/method.mts';
import { compareIds } from '../store/ids.mts';
import type { StoredLink } from '../store/links.mts';
import type { Random } from './random.mts';
import type { Freedoms } from './schema.mts';

/** F2: the ids in the order of their columns. */
export const columnOrder = (ids: string[], { statsAscending }: Freedoms): string[] =>
	statsAscending ? [...ids].sort(compareIds) : ids;

/**
 * F1: the links of the columns; undefined for a column of a link that is not there.
 * @param find gives undefined for an unknown link
 * @param refuse throws for an unknown link
 */
export function columnLinks(
	ids: string[],
	{ store }: Context,
	find: (id: string) => StoredLink | undefined,
	refuse: (link: StoredLink | undefined) => StoredLink,
): Array<StoredLink | undefined> {
	const { statsUnknown } = store.freedoms;
	const links = ids.map(find);
	if (statsUnknown === 'code2') return links.map(refuse);
	return statsUnknown === 'leftOut' ? links.filter((link) => link !== undefined) : links;
}

/** F3: the row, in which cells may be missing; its label stays. */
export function withGaps(
	row: Record<string, unknown>,
	{ statsGaps }: Freedoms,
	random: Random,
): Record<string, unknown> {
	if (statsGaps === 0) return row;
	const isLabel = (name: string) => name === 'param' || name === 'date';
	return Object.fromEntries(
		Object.entries(row).filter(([name]) => isLabel(name) || random() >= statsGaps),
	);
}

/** F3: the totals in an answer, or something in their place. */
export function totalsMember(totals: unknown, { statsTotals }: Freedoms): { totals?: unknown } {
	if (statsTotals === 'absent') return {};
	return { totals: statsTotals === 'emptyList' ? [] : totals };
}
