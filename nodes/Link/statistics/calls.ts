import type { DateTime } from 'luxon';

import { readNotEmpty } from '../../shared/api/list';
import type { Service } from '../../shared/api/service';
import { settle, valueOf } from '../../shared/api/promises';
import { isAbove } from '../../shared/api/wire';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { Refusal } from '../../shared/input/parse';
import { clockOf, moments, write } from '../../shared/input/time/readTime';
import { endAfter, formatInstant, startTime } from '../../shared/input/time/zone';
import { chunks, groupBy, type SharedCall } from '../../shared/operation/gather';
import { Failure } from '../../shared/operation/nodeError';
import type { Asked, Run } from '../../shared/operation/run';
import type { WithLinkId } from '../reference';
import { linkStatistics, METHOD, type LinkStatistics } from './response';

const STATISTICS_TYPES = ['monthly', 'daily', 'hourly', 'minute'] as const;
export type StatisticsType = (typeof STATISTICS_TYPES)[number];

/**
 * For each type its period, and the longest span that one call answers. Three years are 1,095 days here: the service may
 * count days, and would cut off a day of three years with a 29 February.
 */
const TYPES = {
	monthly: { period: 'month', longest: { hours: 3 * 365 * 24 } },
	daily: { period: 'day', longest: { hours: 90 * 24 } },
	hourly: { period: 'hour', longest: { hours: 7 * 24 } },
	minute: { period: 'minute', longest: { hours: 3 } },
} as const;

export interface Window {
	dateFrom?: string;
	dateTo?: string;
}

/**
 * Splits a span of service times (YYYY-MM-DD HH:MM:SS in `zone`, both ends included) into windows that the
 * service answers in full: it would cut a longer one without saying so. Each begins with the second that
 * clocks show after the one before it ends, at the start of a period, so that rows need not be added up.
 *
 * @returns undefined for a span that takes several windows, and more than `most`
 */
export function windows(
	from: string,
	to: string,
	type: StatisticsType,
	zone: string,
	most: number,
): Window[] | undefined {
	const { period, longest } = TYPES[type];
	const end = clockOf(to);
	const found: Window[] = [];
	let start = clockOf(from);
	const isBorder = (next: DateTime) =>
		!exceeds(start, secondBefore(next), longest, zone) &&
		[secondBefore(next), next].every((clock) => isPlain(clock, zone));
	while (exceeds(start, end, longest, zone)) {
		// Without this look ahead, splitting the spans of a hundred items would keep n8n busy for minutes.
		const fewest = Math.max(2, Math.ceil(end.diff(start).as('hours') / longest.hours));
		if (found.length + fewest > most) return undefined;
		let next = start.startOf(period).plus(longest).startOf(period);
		while (next > start && !isBorder(next)) next = next.minus({ [period]: 1 });
		found.push({ dateFrom: write(start), dateTo: write(secondBefore(next)) });
		start = next;
	}
	return [...found, { dateFrom: write(start), dateTo: to }];
}

const secondBefore = (clock: DateTime): DateTime => clock.minus({ seconds: 1 });

/** It is not known whether the service measures clock time or time passed. */
function exceeds(start: DateTime, end: DateTime, longest: object, zone: string): boolean {
	const [earliest] = moments(start, zone);
	const latest = moments(end, zone).reduce((_, later) => later);
	return end > start.plus(longest) || latest > earliest.plus(longest);
}

/**
 * Whether clocks show a time exactly once. The service might take either hour of one that comes twice and
 * skip the other, and read one that is skipped as an hour later.
 */
function isPlain(clock: DateTime, zone: string): boolean {
	const [moment, second] = moments(clock, zone);
	return !second && write(moment) === write(clock);
}

/** The limit of the specification. */
const LINKS_A_CALL = 5;

export type Span = ReturnType<typeof readSpan>;

/** What a response says of one link, or the response as it came. */
interface Answer {
	table?: LinkStatistics;
	data?: unknown;
}

/** @throws Refusal for an end before the start */
export function readSpan(item: ItemParameters) {
	const type = item.choice('type', STATISTICS_TYPES, 'daily');
	const output = item.choice('output', ['rows', 'totals', 'raw'], 'rows');
	const dateFrom = item.optional('dateFrom', startTime);
	const dateTo = item.optional('dateTo', endAfter(dateFrom));
	return { type, output, dateFrom, dateTo };
}

/** By the clock of the service, where a response has shown it: YYYY-MM-DD HH:MM:SS. */
export const nowOf = (service: Service): string => formatInstant(service.now, service.account.zone);

/** More calls would take too long, and are most likely a typing error. */
const MOST_CALLS = 500;

/**
 * Items with the same span, the windows in which it is asked for, and the calls for all of them, whose number is
 * known before the first one is made.
 */
export function grouped<P extends Span>(run: Run, items: Array<WithLinkId<Asked<P>>>) {
	const now = nowOf(run.service);
	let most = MOST_CALLS;
	return groupBy(items, ({ params }) => nameOf(params)).flatMap((group) => {
		const [{ params }] = group;
		// The service may number its columns by the order of the ids, not by that of the request.
		const ids = group.map(({ linkId }) => linkId).sort((a, b) => (isAbove(a, b) ? 1 : -1));
		// A raw response does not name its link.
		const links = chunks(ids, params.output === 'raw' ? 1 : LINKS_A_CALL);
		try {
			const list = windowsOf(params, now, run.service, Math.floor(most / links.length));
			if (list.length > 1) most -= list.length * links.length;
			const call = callOf(run.service, params, list);
			// The newest first, which shows what links are not known.
			const calls = list.toReversed().flatMap((window) => links.map((each) => call(window, each)));
			return [{ items: group, windows: list, calls }];
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
 * @throws Refusal for a span that takes more than `most` windows
 */
function windowsOf(span: Span, now: string, service: Service, most: number): Window[] {
	const { type, dateFrom, dateTo } = span;
	if (dateFrom === undefined) return [{ dateTo }];
	const closed = windows(dateFrom, dateTo ?? now, type, service.account.zone, most);
	if (closed) return [...closed.slice(0, -1), { dateFrom: closed.at(-1)?.dateFrom, dateTo }];
	throw new Refusal(
		`"Date From" makes the span too long: ${dateFrom} to ${dateTo ?? now} (${type}) takes, for all items together, more than ${MOST_CALLS} calls`,
		'Check the year, choose a coarser type or a shorter span, or give fewer links.',
		'dateFrom',
	);
}

const nameOf = ({ type, output, dateFrom, dateTo }: Span): string =>
	[type, output === 'raw', dateFrom, dateTo].join('|');

/** Names what is asked for an item in one of its windows. */
export const keyOf = (span: Span, { dateFrom }: Window, linkId: string): string =>
	`${nameOf(span)}|${dateFrom}|${linkId}`;

/** @throws Failure for a link of which the service gives no figure where it must have some */
export function checkCounted(isCounted: boolean): void {
	if (isCounted) return;
	throw new Failure(
		'The service counts nothing for the link',
		'It may be deleted, or belong to another account.',
	);
}

/** Makes the calls of a span: for each, a window and the links in it. */
function callOf(service: Service, span: Span, windows: Window[]) {
	/** Links that failed alone in a window: they are asked for in no other. */
	const failed = new Set<string>();
	/** Whether it is the last window that has begun: only an unknown link has no figures in it. */
	const isNewest = (window: Window): boolean =>
		window === windows.findLast(({ dateFrom = '' }) => dateFrom <= nowOf(service));
	return function call(window: Window, all: string[]): SharedCall<Answer> {
		const isAlone = all.length === 1;
		const key = (id: string) => keyOf(span, window, id);
		const read = async (ids: string[]): Promise<Answer[]> => {
			const asked = { ids, type: span.type, criteria: { ...window } };
			const data = await readNotEmpty(service, METHOD, asked);
			if (span.output === 'raw') return [{ data }];
			const tables = linkStatistics(data, ids);
			if (isAlone) checkCounted(!tables[0].isEmpty || !isNewest(window));
			return tables.map((table) => ({ table }));
		};
		return {
			keys: all.map(key),
			ask: async () => {
				const ids = all.filter((id) => !failed.has(id));
				if (ids.length === 0) return new Map();
				const outcome = await settle(read(ids));
				if ('fault' in outcome && isAlone) failed.add(all[0]);
				const answers = valueOf(outcome);
				return new Map(ids.map((id, place) => [key(id), { value: answers[place] }]));
			},
			// A missing link makes the service refuse all five, or leave out its columns.
			parts: isAlone ? undefined : () => all.map((id) => call(window, [id])),
		};
	};
}
