import type { Change } from './change';
import type { MessageList } from './list';
import type { Edge } from './passCheck';
import { SORTS, SpanReader } from './spanReader';

/** A stretch of the service's time, both ends inclusive unless the service leaves them out. */
export interface Span {
	from: string;
	to: string;
	/** Where reading goes on after it. */
	next: string;
}

/** Where reading a span stopped for want of time. */
export interface Place extends Span {
	/** Which order, see `SORTS`. */
	order: number;
	/** Absent: the order was not tried yet. */
	done?: {
		/** The pages after this one were read. */
		page: number;
		pageSize: number;
		/** Rows of the span when the last page was read. */
		total: number;
		/** The row that was its first. */
		edge?: Edge;
	};
}

export interface SpanReading {
	changes: Change[];
	/** All that stayed in the span were read. */
	isWhole: boolean;
	/** No order showed all of them. */
	hasFailed: boolean;
	/** Rows of the span as last seen; 0 where it showed none. */
	total: number;
	/** Where to go on. */
	place?: Place;
}

const PASSES = 12;

/**
 * Reads a span page by page, where it may hold more rows of one second than fit on a page.
 *
 * From the last page to the first: rows that change leave the span, those behind them move up, towards
 * the reader, who may see one twice and misses none. It is whole when as many different rows were seen
 * as there are since the total last moved; or when, in an order without ties, every page was as full as
 * its own total says and no more rows came twice than left. Everything else is read again.
 */
export async function readSpan(
	list: MessageList,
	span: Span,
	place: Place | undefined,
	hasTime: () => boolean,
): Promise<SpanReading> {
	const reader = new SpanReader(list, span);
	const first = place?.order ?? 0;
	for (let pass = 0; pass < PASSES; pass++) {
		const order = (first + pass) % SORTS.length;
		const end = await reader.pass(order, pass === 0 ? place?.done : undefined, hasTime);
		if (end !== 'missing') return reader.reading(end === 'whole');
		reader.hasFailed ||= order === SORTS.length - 1;
		if (hasTime()) continue;
		// Each order gets its turn, however little time a poll has.
		if (order + 1 < SORTS.length) reader.place = { ...span, order: order + 1, done: undefined };
		break;
	}
	return reader.reading(false);
}
