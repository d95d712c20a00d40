import type { Service } from '../../shared/api/service';
import { chunks, type SharedCall } from '../../shared/operation/gather';
import type { WithLinkId } from '../../shared/operation/linkIds';
import type { StatisticsType } from '../../shared/time/windows';
import { linkRows, type StatisticsRow } from './grid';

/** The specification's limit of ids in one call of Link/GetStats. */
const LINKS_A_CALL = 5;

/** A part of the time asked for, as `criteria` of a call. */
export interface Window {
	dateFrom?: string;
	dateTo?: string;
}

export interface Asking {
	type: StatisticsType;
	windows: Window[];
}

type Item = WithLinkId<Asking>;

/** What one answer is found again by: type, window and link. */
export const keyOf = ({ params, linkId }: Item, window: Window): string =>
	`${spanOf(params.type, window)}|${linkId}`;

const spanOf = (type: string, { dateFrom = '', dateTo = '' }: Window) =>
	`${type}|${dateFrom}|${dateTo}`;

/** Calls that items share: for each type and window, 5 links a call. */
export function rowCalls(service: Service, items: Item[]): Array<SharedCall<StatisticsRow[]>> {
	const spans = new Map<string, { type: StatisticsType; window: Window; links: string[] }>();
	for (const { params, linkId } of items) {
		for (const window of params.windows) {
			const key = spanOf(params.type, window);
			const span = spans.get(key) ?? { type: params.type, window, links: [] };
			spans.set(key, span);
			span.links.push(linkId);
		}
	}
	return [...spans].flatMap(([key, { type, window, links }]) => {
		const call = (ids: string[]): SharedCall<StatisticsRow[]> => ({
			keys: ids.map((id) => `${key}|${id}`),
			ask: async () => {
				const data = await service.read('Link/GetStats', { ids, type, criteria: { ...window } });
				return new Map(ids.map((id, position) => [`${key}|${id}`, linkRows(data, position)]));
			},
			// One link that is not there makes the service refuse all five.
			parts: ids.length > 1 ? () => ids.map((id) => call([id])) : undefined,
		});
		return chunks(links, LINKS_A_CALL).map(call);
	});
}

/** Calls for those who want the answer as it is: one link a call, since an answer names no link. */
export function rawCalls(service: Service, items: Item[]): Array<SharedCall<unknown>> {
	return items.flatMap((item) =>
		item.params.windows.map((window) => ({
			keys: [keyOf(item, window)],
			ask: async () => {
				const params = { ids: [item.linkId], type: item.params.type, criteria: { ...window } };
				return new Map([[keyOf(item, window), await service.read('Link/GetStats', params)]]);
			},
		})),
	);
}
