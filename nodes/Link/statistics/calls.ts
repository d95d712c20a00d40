import { isRecord } from '../../shared/api/envelope';
import { isBlank, readTwice } from '../../shared/api/list';
import type { Service } from '../../shared/api/service';
import { isAbove } from '../../shared/api/wire';
import { chunks, type SharedCall } from '../../shared/operation/gather';
import { groupBy } from '../../shared/operation/groupBy';
import type { WithLinkId } from '../reference/linkLookup';
import type { StatisticsType, Window } from './windows';

/** The specification's limit of ids in one call of Link/GetStats. */
export const LINKS_A_CALL = 5;

export interface Asking {
	type: StatisticsType;
	windows: Window[];
}

/** Names the answers for an item, one a window. */
export const keysOf = ({ params: { type, windows }, linkId }: WithLinkId<Asking>): string[] =>
	windows.map((window) => `${spanOf({ type, window })}|${linkId}`);

const spanOf = ({ type, window }: { type: StatisticsType; window: Window }) =>
	[type, window.dateFrom, window.dateTo].join('|');

/**
 * Calls that items share: for each type and window, so many links a call.
 *
 * @param split makes of an answer what it says of each link, in the order of the ids
 */
export function calls<V>(
	service: Service,
	items: Array<WithLinkId<Asking>>,
	linksACall: number,
	split: (data: unknown, ids: string[]) => V[],
): Array<SharedCall<V>> {
	const wanted = items.flatMap(({ linkId, params: { type, windows } }) =>
		windows.map((window) => ({ linkId, type, window })),
	);
	return groupBy(wanted, spanOf).flatMap((group) => {
		const [{ type, window }] = group;
		const call = (ids: string[]): SharedCall<V> => {
			const keys = ids.map((id) => `${spanOf(group[0])}|${id}`);
			return {
				keys,
				ask: async () => {
					const params = { ids, type, criteria: { ...window } };
					const data = await readTwice(service, 'Link/GetStats', params, hasNoRows);
					const found = split(data, ids);
					return new Map(keys.map((key, place) => [key, found[place]]));
				},
				// A missing link makes the service refuse all five, or leave out its columns.
				parts: ids.length > 1 ? () => ids.map((id) => call([id])) : undefined,
			};
		};
		// The service may number its columns by the order of the ids, not by that of the request.
		const ids = group.map(({ linkId }) => linkId).sort((a, b) => (isAbove(a, b) ? 1 : -1));
		return [...chunks(ids, linksACall)].map(call);
	});
}

/** An answer without rows is asked for a second time before it is believed. */
const hasNoRows = (data: unknown): boolean =>
	isBlank(data) || (isRecord(data) && isBlank(data.items));
