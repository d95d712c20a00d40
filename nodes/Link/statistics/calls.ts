import { isRecord } from '../../shared/api/envelope';
import { isBlank, readTwice } from '../../shared/api/list';
import type { Params, Service } from '../../shared/api/service';
import { chunks, Inseparable, type SharedCall } from '../../shared/operation/gather';
import type { WithLinkId } from '../reference/linkIds';
import type { StatisticsType, Window } from './windows';
import type { LinkStatistics } from './figures';
import { hasColumns, linkStatistics } from './grid';

/** The specification's limit of ids in one call of Link/GetStats. */
export const LINKS_A_CALL = 5;

export interface Asking {
	type: StatisticsType;
	windows: Window[];
}

type Item = WithLinkId<Asking>;

/** Names the answer for a type, window and link. */
export const keyOf = ({ params, linkId }: Item, window: Window): string =>
	`${spanOf(params.type, window)}|${linkId}`;

const spanOf = (type: string, { dateFrom = '', dateTo = '' }: Window) =>
	`${type}|${dateFrom}|${dateTo}`;

/** Calls that items share: for each type and window, 5 links a call. */
export function rowCalls(service: Service, items: Item[]): Array<SharedCall<LinkStatistics>> {
	const spans = new Map<string, { type: StatisticsType; window: Window; links: string[] }>();
	for (const { params, linkId } of items) {
		for (const window of params.windows) {
			const key = spanOf(params.type, window);
			const span = spans.get(key) ?? { type: params.type, window, links: [] };
			spans.set(key, span);
			span.links.push(linkId);
		}
	}
	let isOneByOne = false;
	return [...spans].flatMap(([key, { type, window, links }]) => {
		const call = (ids: string[]): SharedCall<LinkStatistics> => ({
			keys: ids.map((id) => `${key}|${id}`),
			ask: async () => {
				if (isOneByOne && ids.length > 1) throw new Inseparable();
				const data = await readStatistics(service, { ids, type, criteria: { ...window } });
				// If the service does not number its columns once, it never does.
				isOneByOne ||= !hasColumns(data);
				const found = linkStatistics(data, ids);
				return new Map(ids.map((id, place) => [`${key}|${id}`, found[place]]));
			},
			// A missing link makes the service refuse all five, or leave out its columns.
			parts: ids.length > 1 ? () => ids.map((id) => call([id])) : undefined,
		});
		// The service may number its columns by the order of the ids, not by that of the request.
		return [...chunks(links.sort(byValue), LINKS_A_CALL)].map(call);
	});
}

/** Ids may be too long to be exact numbers. */
const byValue = (a: string, b: string): number =>
	a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** An answer without rows is asked for a second time before it is believed. */
const readStatistics = async (service: Service, params: Params): Promise<unknown> =>
	await readTwice(
		service,
		'Link/GetStats',
		params,
		(data) => isBlank(data) || (isRecord(data) && isBlank(data.items)),
	);

/** Calls for raw output: one link per call, because an answer does not name its link. */
export function rawCalls(service: Service, items: Item[]): Array<SharedCall<unknown>> {
	return items.flatMap((item) =>
		item.params.windows.map((window) => ({
			keys: [keyOf(item, window)],
			ask: async () => {
				const params = { ids: [item.linkId], type: item.params.type, criteria: { ...window } };
				return new Map([[keyOf(item, window), await readStatistics(service, params)]]);
			},
		})),
	);
}
