import { isRecord } from '../../shared/api/envelope';
import { isBlank, readTwice } from '../../shared/api/list';
import type { Service } from '../../shared/api/service';
import { isAbove } from '../../shared/api/wire';
import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import { Refusal } from '../../shared/input/refusal';
import { endTime, formatInstant, serviceTime } from '../../shared/input/time/zone';
import { chunks, type SharedCall } from '../../shared/operation/gather';
import { groupBy } from '../../shared/operation/groupBy';
import type { Run } from '../../shared/operation/run';
import type { WithLinkId } from '../reference';
import { linkStatistics, type LinkStatistics } from './response';
import { MOST_CALLS, STATISTICS_TYPES, windows, type StatisticsType, type Window } from './windows';

/** The limit of the specification. */
const LINKS_A_CALL = 5;

const linksACall = ({ isRaw }: Pick<Span, 'isRaw'>): number => (isRaw ? 1 : LINKS_A_CALL);

export interface Span {
	type: StatisticsType;
	/** The response as it came. It does not name its link, so each link has calls of its own. */
	isRaw: boolean;
	dateFrom?: string;
	dateTo?: string;
}

/** The item with the windows in which its span is asked for. */
export type WithWindows<P> = WithLinkId<P> & { windows: Window[] };

/** What a response says of one link, or the response as it came. */
interface Answer {
	table?: LinkStatistics;
	data?: unknown;
}

/** @throws ParameterRefusal for an end before the start */
export function readSpan(item: ItemParameters): Omit<Span, 'isRaw'> {
	const type = item.choice('type', STATISTICS_TYPES, 'daily');
	const dateFrom = item.optional('dateFrom', serviceTime);
	const dateTo = item.optional('dateTo', (time, zones) => {
		const end = endTime(time, zones);
		if (dateFrom === undefined || dateFrom <= end) return end;
		const what = `is before the start of the period: ${end} is before ${dateFrom}`;
		throw new Refusal(what, 'Swap the two.');
	});
	return { type, dateFrom, dateTo };
}

/** By the clock of the service, where a response has shown it: YYYY-MM-DD HH:MM:SS. */
export const nowOf = (service: Service, later = 0): string =>
	formatInstant(service.now + later, service.account.zone);

/** The zone of the credential may be wrong, and the account so much ahead. */
const MOST_AHEAD_MS = 26 * 3_600_000;

/** Gives the items their windows, so that the number of calls is known before the first one. */
export function withWindows<P extends Span>(
	run: Run,
	items: Array<WithLinkId<P>>,
): Array<WithWindows<P>> {
	const now = nowOf(run.service);
	let calls = 0;
	return groupBy(items, ({ params }) => nameOf(params, params)).flatMap((group) => {
		const [{ params }] = group;
		try {
			const list = windowsOf(params, now, run.service);
			const links = new Set(group.map(({ linkId }) => linkId)).size;
			const own = list.length > 1 ? list.length * Math.ceil(links / linksACall(params)) : 0;
			if (calls + own > MOST_CALLS) throw tooLong(params, now);
			calls += own;
			return group.map((item) => ({ ...item, windows: list }));
		} catch (refusal) {
			for (const { index } of group) run.fail(index, refusal);
			return [];
		}
	});
}

/**
 * What the user left out is left out in the call, too: the service knows its own time and zone. Without an
 * end, the clock only counts how many windows a long span takes, and the last one has no end.
 *
 * @throws ParameterRefusal for a start in the future
 */
function windowsOf({ type, dateFrom, dateTo }: Span, now: string, service: Service): Window[] {
	if (dateFrom === undefined) return [{ dateTo }];
	const { zone } = service.account;
	if (dateTo !== undefined) return windows(dateFrom, dateTo, type, zone);
	if (dateFrom > nowOf(service, MOST_AHEAD_MS)) {
		const message = `"Date From" is in the future: ${dateFrom}`;
		throw new ParameterRefusal('dateFrom', message, 'Check the date.');
	}
	const closed = windows(dateFrom, now, type, zone);
	return [...closed.slice(0, -1), { dateFrom: closed.at(-1)?.dateFrom }];
}

const tooLong = ({ type, dateFrom, dateTo }: Span, now: string): ParameterRefusal =>
	new ParameterRefusal(
		'dateFrom',
		`"Date From" makes the span too long: from ${dateFrom} to ${dateTo ?? now} (${type}) takes, for all items together, more calls than the ${MOST_CALLS} that are made`,
		'Check the year, choose a coarser type, or a shorter span.',
	);

/** Names what an item asks for: calls with the same key are made once. */
export const keysOf = ({ params, windows, linkId }: WithWindows<Span>): string[] =>
	windows.map((window) => `${nameOf(params, window)}|${linkId}`);

const nameOf = ({ type, isRaw }: Span, { dateFrom, dateTo }: Window): string =>
	[type, isRaw, dateFrom, dateTo].join('|');

/** For each type and window, so many links a call. */
export function calls(
	service: Service,
	items: Array<WithWindows<Span>>,
): Array<SharedCall<Answer>> {
	const wanted = items.flatMap(({ linkId, params, windows }) =>
		windows.map((window) => ({ linkId, params, window, name: nameOf(params, window) })),
	);
	return groupBy(wanted, ({ name }) => name).flatMap((group) => {
		const [{ name, params, window }] = group;
		const { type, isRaw } = params;
		const call = (ids: string[]): SharedCall<Answer> => {
			const keys = ids.map((id) => `${name}|${id}`);
			return {
				keys,
				ask: async () => {
					const asked = { ids, type, criteria: { ...window } };
					const data = await readTwice(service, 'Link/GetStats', asked, hasNoRows);
					const answers: Answer[] = isRaw
						? [{ data }]
						: linkStatistics(data, ids).map((table) => ({ table }));
					return new Map(keys.map((key, place) => [key, answers[place]]));
				},
				// A missing link makes the service refuse all five, or leave out its columns.
				parts: ids.length > 1 ? () => ids.map((id) => call([id])) : undefined,
			};
		};
		// The service may number its columns by the order of the ids, not by that of the request.
		const ids = group.map(({ linkId }) => linkId).sort((a, b) => (isAbove(a, b) ? 1 : -1));
		return chunks(ids, linksACall(params)).map(call);
	});
}

/** A response without rows is asked for a second time before it is believed. */
const hasNoRows = (data: unknown): boolean =>
	isBlank(data) || (isRecord(data) && isBlank(data.items));
