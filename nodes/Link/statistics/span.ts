import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import type { WithLinkId } from '../reference/linkIds';
import type { Service } from '../../shared/api/service';
import { groupBy } from '../../shared/operation/groupBy';
import type { Run } from '../../shared/operation/run';
import { Refusal } from '../../shared/input/refusal';
import { formatInstant, serviceTime } from '../../shared/input/time/zone';
import { windowCount, windows, type StatisticsType, type Window } from './windows';
import { LINKS_A_CALL, type Asking } from './calls';
import { STATISTICS_TYPES } from './fields';

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

/** The zone of the credential may be wrong: where the account is, it may be this much later. */
const LATER_MS = 26 * 3_600_000;

/** A time that has not come yet in any zone: YYYY-MM-DD HH:MM:SS. */
export const notYet = ({ account, clock }: Service): string =>
	formatInstant((clock.now() ?? Date.now()) + LATER_MS, account.zone);

/** Gives the items their windows, so that the number of calls is known before the first one. */
export function withWindows<P extends Span & { output: string }>(
	run: Run,
	items: Array<WithLinkId<P>>,
): Array<WithLinkId<P & Asking>> {
	const { service } = run;
	// The service's own clock where a response has shown it.
	const now = formatInstant(service.clock.now() ?? Date.now(), service.account.zone);
	let others = 0;
	return groupBy(items, sharing).flatMap((group) => {
		const [{ params }] = group;
		try {
			const list = windowsOf(params, now, service);
			const links = new Set(group.map(({ linkId }) => linkId)).size;
			const calls = list.length * Math.ceil(isRaw(group[0]) ? group.length : links / LINKS_A_CALL);
			if (list.length > 1) {
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

type Counted = WithLinkId<Span & { output: string }>;

/** Raw output takes one call per link. */
const isRaw = ({ params }: Counted): boolean => params.output === 'raw';

/** Items with the same span share calls. */
const sharing = (item: Counted): string => {
	const { type, dateFrom, dateTo } = item.params;
	return JSON.stringify([type, dateFrom, dateTo, isRaw(item)]);
};

/**
 * What the user left out is left out in the call, too: the service knows its own time and zone. Without an end, only
 * how many windows a long span takes is counted by the clock, and the last one has no end.
 *
 * @throws ParameterRefusal for a start in the future, and for too many windows
 */
function windowsOf({ type, dateFrom, dateTo }: Span, now: string, service: Service): Window[] {
	if (dateFrom === undefined) return [{ dateTo }];
	if (dateTo !== undefined) return windows(dateFrom, dateTo, type, service.account.zone);
	if (dateFrom > notYet(service)) {
		throw new ParameterRefusal(
			'dateFrom',
			`"Date From" is in the future: ${dateFrom}`,
			'Check the date.',
		);
	}
	if (dateFrom > now) return [{ dateFrom }];
	refuseMany(windowCount(dateFrom, now, type), { type, dateFrom, dateTo: now });
	const closed = windows(dateFrom, now, type, service.account.zone);
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
