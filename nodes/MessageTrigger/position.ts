import type { Change } from './change';
import type { Findings } from './passCheck';

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
		/** The page to be read next. */
		page: number;
		/** The last page was found: those after `page` were read. */
		isDown: boolean;
		/** So many more the pass may make. */
		calls: number;
		pageSize: number;
		/** Rows of the span when the last page was read. */
		total: number;
		findings: Findings;
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

/** Where a poll begins to read. */
export interface Start {
	from: string;
	/** The newest time of a row that was not dated ahead: under these filters, the list shows some from there on. */
	newest: string;
	/** The service was seen to count the first second to the span that begins with it. */
	isInclusive: boolean;
	place?: Place;
	/** A row was there at this time; it may have an earlier one by now, where it was dated ahead. */
	shown?: string;
}

/** How far reading got. */
export interface PollReading extends Start {
	/** In the order of reading. */
	changes: Change[];
	/** All that the service has: not a part for want of time, and not nothing where there was something. */
	isWhole: boolean;
	/** What did not show although it must be there. */
	missing?: string;
}
