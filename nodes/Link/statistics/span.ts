import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import type { WithLinkId } from '../reference/linkIds';
import type { Run } from '../../shared/operation/run';
import { Refusal } from '../../shared/input/refusal';
import { formatInstant, serviceTime } from '../../shared/input/time/zone';
import { windowCount, windows, type StatisticsType } from './windows';
import { LINKS_A_CALL, type Asking, type Window } from './calls';
import { STATISTICS_TYPES } from './fields';

/** More calls are no answer within a reasonable time, but a typing error. */
const MOST_CALLS = 500;

/** The time that an item asks for. */
export interface Span {
	type: StatisticsType;
	dateFrom?: string;
	dateTo?: string;
	/** Known before the run when both ends are given. */
	windows?: Window[];
}

/** @throws ParameterRefusal for an end before the start, and for more calls than anybody waits for */
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
 * an end ends now; one without a start, or without both, is left to the service's own period rules.
 */
export function withWindows<P extends Span>(
	run: Run,
	items: Array<WithLinkId<P>>,
): Array<WithLinkId<P & Asking>> {
	const { account, clock } = run.service;
	const { zone } = account;
	// The service's own clock where a response has shown it.
	const now = formatInstant(clock.now() ?? Date.now(), zone);
	const links = new Map<string, Set<string>>();
	const spans = items.flatMap((item) => {
		const { type, dateFrom, dateTo = dateFrom === undefined ? undefined : now } = item.params;
		const span: Span = { type, dateFrom, dateTo };
		const key = JSON.stringify(span);
		const sharing = links.get(key) ?? new Set();
		links.set(key, sharing.add(item.linkId));
		return [{ item, span, sharing }];
	});
	return spans.flatMap(({ item, span, sharing }) => {
		try {
			const parts = item.params.windows ?? split(span, zone);
			const calls = parts.length * Math.ceil(sharing.size / LINKS_A_CALL);
			if (parts.length > 1) refuseMany(calls, span, `for ${sharing.size} links `);
			return [{ ...item, params: { ...item.params, windows: parts } }];
		} catch (refusal) {
			run.fail(item.index, refusal);
			return [];
		}
	});
}

/** @throws ParameterRefusal for more than 500 windows, and for a start after the end */
function split(span: Span, zone: string): Window[] {
	const { type, dateFrom, dateTo } = span;
	if (dateFrom === undefined || dateTo === undefined) return [{ dateFrom, dateTo }];
	if (dateTo < dateFrom) {
		throw new ParameterRefusal(
			'dateFrom',
			`"Date From" is ahead of now: ${dateFrom} is after ${dateTo}`,
			'Check the date. Without "Date To" the span ends now.',
		);
	}
	refuseMany(windowCount(dateFrom, dateTo, type), span);
	const list = windows(dateFrom, dateTo, type, zone);
	return list.map(({ from, to }) => ({ dateFrom: from, dateTo: to }));
}

function refuseMany(calls: number, { type, dateFrom, dateTo }: Span, what = ''): void {
	if (calls <= MOST_CALLS) return;
	throw new ParameterRefusal(
		'dateFrom',
		`"Date From" makes the span too long: ${what}from ${dateFrom} to ${dateTo} (${type}) it takes ${calls} calls, at most ${MOST_CALLS} are made`,
		'Check the year, choose a coarser type, or a shorter span.',
	);
}
