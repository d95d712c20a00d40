import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import { Refusal } from '../../shared/input/refusal';
import { formatInstant, serviceTime } from '../../shared/input/time/zone';
import type { Service } from '../../shared/api/service';
import { groupBy } from '../../shared/operation/groupBy';
import type { Run } from '../../shared/operation/run';
import type { WithLinkId } from '../reference/linkLookup';
import type { Asking } from './calls';
import {
	STATISTICS_TYPES,
	windowCount,
	windows,
	type StatisticsType,
	type Window,
} from './windows';

/** More calls would take too long, and are most likely a typing error. */
const MOST_CALLS = 500;

/** The time that an item asks for. */
export interface Span {
	type: StatisticsType;
	dateFrom?: string;
	dateTo?: string;
}

/** @throws ParameterRefusal for an end before the start, and for too many calls */
export function readSpan(item: ItemParameters): Span {
	const type = item.choice('type', STATISTICS_TYPES, 'daily');
	const dateFrom = item.optional('dateFrom', (time, zones) => serviceTime(time, zones));
	const dateTo = item.optional('dateTo', (time, zones) => {
		const end = serviceTime(time, zones, { endOfDay: true });
		if (dateFrom === undefined || dateFrom <= end) return end;
		throw new Refusal(
			`is before the start of the period: ${end} is before ${dateFrom}`,
			'Swap the two.',
		);
	});
	if (dateFrom !== undefined && dateTo !== undefined)
		refuseMany(windowCount(dateFrom, dateTo, type), { type, dateFrom, dateTo });
	return { type, dateFrom, dateTo };
}

/** The time by the service's own clock, where a response has shown it: YYYY-MM-DD HH:MM:SS. */
const nowOf = ({ account, clock }: Service, later = 0): string =>
	formatInstant((clock.now() ?? Date.now()) + later, account.zone);

/** A time that has not come yet in any zone: that of the credential may be wrong, and the account 26 hours ahead. */
export const notYet = (service: Service): string => nowOf(service, 26 * 3_600_000);

/**
 * Gives the items their windows, so that the number of calls is known before the first one. Items with the
 * same span share calls.
 *
 * @param linksACall of an item
 */
export function withWindows<P extends Span>(
	run: Run,
	items: Array<WithLinkId<P>>,
	linksACall: (params: P) => number,
): Array<WithLinkId<P & Asking>> {
	const now = nowOf(run.service);
	const keyOf = ({ params }: WithLinkId<P>) =>
		[params.type, params.dateFrom, params.dateTo, linksACall(params)].join('|');
	let others = 0;
	return groupBy(items, keyOf).flatMap((group) => {
		const [{ params }] = group;
		try {
			const list = windowsOf(params, now, run.service);
			if (list.length > 1) {
				const links = new Set(group.map(({ linkId }) => linkId)).size;
				const calls = list.length * Math.ceil(links / linksACall(params));
				refuseMany(calls, { ...params, dateTo: params.dateTo ?? now }, links, others);
				others += calls;
			}
			return group.map((item) => ({ ...item, params: { ...item.params, windows: list } }));
		} catch (refusal) {
			for (const { index } of group) run.fail(index, refusal);
			return [];
		}
	});
}

/**
 * What the user left out is left out in the call, too: the service knows its own time and zone. Without an end,
 * only how many windows a long span takes is counted by the clock, and the last one has no end.
 *
 * @throws ParameterRefusal for a start in the future, and for too many windows
 */
function windowsOf({ type, dateFrom, dateTo }: Span, now: string, service: Service): Window[] {
	if (dateFrom === undefined) return [{ dateTo }];
	const { zone } = service.account;
	if (dateTo !== undefined) return windows(dateFrom, dateTo, type, zone);
	if (dateFrom > notYet(service)) {
		throw new ParameterRefusal(
			'dateFrom',
			`"Date From" is in the future: ${dateFrom}`,
			'Check the date.',
		);
	}
	refuseMany(windowCount(dateFrom, now, type), { type, dateFrom, dateTo: now });
	const closed = windows(dateFrom, now, type, zone);
	return [...closed.slice(0, -1), { dateFrom: closed.at(-1)?.dateFrom }];
}

/** @throws ParameterRefusal for more calls than are made in one run */
function refuseMany(calls: number, { type, dateFrom, dateTo }: Span, links = 0, others = 0): void {
	if (calls + others <= MOST_CALLS) return;
	const what = links > 0 ? `for ${links} links ` : '';
	const more = others > 0 ? ` and other items take ${others}` : '';
	throw new ParameterRefusal(
		'dateFrom',
		`"Date From" makes the span too long: ${what}from ${dateFrom} to ${dateTo} (${type}) it takes ${calls} calls${more}, at most ${MOST_CALLS} are made`,
		'Check the year, choose a coarser type, or a shorter span.',
	);
}
