import type { MessageList } from './list';
import type { Span, SpanReading, Place } from './position';
import { SORTS, SpanReader } from './spanReader';

const PASSES = 12;

/**
 * Reads a span page by page, where it may hold more rows of one second than fit on a page.
 *
 * From the last page to the first: rows that change leave the span, and those behind them move up, so one
 * may be read twice and none is missed. The span is whole if as many different rows were seen as its total
 * says since the total last changed; or if, in an order without ties, every page was as full as its own
 * total says, or only the last one with rows was not, and no more rows repeated than left. Otherwise it is
 * read again.
 */
export async function readWholeSpan(
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
		// Each order gets its turn, even if a poll has little time.
		reader.leaveAt((order + 1) % SORTS.length);
		break;
	}
	return reader.reading(false);
}
