import type { MessageList } from './list';
import type { Span, SpanReading, Place } from './position';
import { SORTS, SpanReader } from './spanReader';

const PASSES = 12;

/**
 * Reads a span page by page, where it may hold more rows of one second than fit on a page.
 *
 * From the last page to the first: rows that change leave the span, those behind them move up, towards
 * the reader, who may see one twice and misses none. It is whole when as many different rows were seen
 * as there are since the total last moved; or when, in an order without ties, every page was as full as
 * its own total says, or only the last one with rows was not, and no more rows came twice than left.
 * Everything else is read again.
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
		reader.leaveAt((order + 1) % SORTS.length);
		break;
	}
	return reader.reading(false);
}
