import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import type { WithLinkId } from '../reference/linkIds';
import { groupBy } from '../../shared/operation/groupBy';
import type { Run } from '../../shared/operation/run';
import { Refusal } from '../../shared/input/refusal';
import { formatInstant, serviceTime } from '../../shared/input/time/zone';
import { windowCount, windows, type StatisticsType } from './windows';
import { LINKS_A_CALL, type Asking, type Window } from './calls';
import { STATISTICS_TYPES } from './fields';

/** More calls would take too long, and are most likely a typing error. */
const MOST_CALLS = 500;

/** The time that an item asks for. */
export interface Span {
	type: StatisticsType;
	dateFrom?: string;
	dateTo?: string;
	/** Known before the run when both ends are given. */
	windows?: Window[];
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
	const span = { type, dateFrom, dateTo };
	const isWhole = dateFrom !== undefined && dateTo !== undefined;
	return isWhole ? { ...span, windows: split(span, item.zones.account) } : span;
}

/**
 * Gives the items their windows, so that the number of calls is known before the first one. A span without
 * an end ends now; without a start, the service decides.
 */
export function withWindows<P extends Span & { output: string }>(
	run: Run,
	items: Array<WithLinkId<P>>,
): Array<WithLinkId<P & Asking>> {
	const { account, clock } = run.service;
	const { zone } = account;
	// The service's own clock where a response has shown it.
	const now = formatInstant(clock.now() ?? Date.now(), zone);
	let others = 0;
	return groupBy(items, sharing).flatMap((group) => {
		const { type, dateFrom, dateTo = dateFrom === undefined ? undefined : now } = group[0].params;
		const span: Span = { type, dateFrom, dateTo };
		try {
			const windows = group[0].params.windows ?? split(span, zone);
			const links = new Set(group.map(({ linkId }) => linkId)).size;
			const calls =
				windows.length * Math.ceil(isRaw(group[0]) ? group.length : links / LINKS_A_CALL);
			if (windows.length > 1) {
				refuseMany(calls, span, `for ${links} links `, others);
				others += calls;
			}
			return group.map((item) => ({ ...item, params: { ...item.params, windows } }));
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

/** @throws ParameterRefusal for more than 500 windows, and for a start after the end */
function split(span: Span, zone: string): Window[] {
	const { type, dateFrom, dateTo } = span;
	if (dateFrom === undefined || dateTo === undefined) return [{ dateFrom, dateTo }];
	if (dateTo < dateFrom) {
		throw new ParameterRefusal(
			'dateFrom',
			`"Date From" is in the future: ${dateFrom} is after ${dateTo}`,
			'Check the date. Without "Date To" the span ends now.',
		);
	}
	refuseMany(windowCount(dateFrom, dateTo, type), span);
	const list = windows(dateFrom, dateTo, type, zone);
	return list.map(({ from, to }) => ({ dateFrom: from, dateTo: to }));
}

function refuseMany(calls: number, { type, dateFrom, dateTo }: Span, what = '', others = 0): void {
	if (calls + others <= MOST_CALLS) return;
	const more = others > 0 ? ` and other items take ${others}` : '';
	throw new ParameterRefusal(
		'dateFrom',
		`"Date From" makes the span too long: ${what}from ${dateFrom} to ${dateTo} (${type}) it takes ${calls} calls${more}, at most ${MOST_CALLS} are made`,
		'Check the year, choose a coarser type, or a shorter span.',
	);
}
