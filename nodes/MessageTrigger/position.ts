import type { Change } from './change';
import type { Findings } from './passCheck';

/** A span of the service's times, with both ends, unless the service leaves them out. */
export interface Span {
	from: string;
	to: string;
	/** Where reading goes on after it. */
	next: string;
}

/** Where reading a span stopped because time was up. */
export interface Place extends Span {
	/** Which order, see `SORTS`. */
	order: number;
	/** Absent: the order was not tried yet. */
	done?: {
		/** The page to be read next. */
		page: number;
		/** The last page was found: those after `page` were read. */
		isDown: boolean;
		/** How many more calls the pass may make. */
		calls: number;
		pageSize: number;
		/** Rows of the span when the last page was read. */
		total: number;
		findings: Findings;
	};
}

export interface SpanReading {
	changes: Change[];
	/** All rows that stayed in the span were read. */
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
	/** The newest time of a row that was not dated ahead: with these filters, the list has rows from there on. */
	newest: string;
	/** The service was seen to include the first second of a span. */
	isInclusive: boolean;
	place?: Place;
	/** A row was seen at this time; if it was dated ahead, it may have an earlier time by now. */
	shown?: string;
}

/** How far reading got. */
export interface PollReading extends Start {
	/** In the order of reading. */
	changes: Change[];
	/** All that the service has was read: neither cut short, nor empty although there were rows. */
	isWhole: boolean;
	/** What was not shown although it must be there. */
	missing?: string;
}
