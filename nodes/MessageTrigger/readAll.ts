import type { Change } from './change';
import type { MessageList, Page } from './list';

/** A stretch of the service's time, both ends inclusive; without `to`, up to now. */
export interface Span {
	from: string;
	to?: string;
}

/**
 * Every message in the span that stays as it is while the span is read, whatever the others do.
 *
 * The newest come first. A message that changes goes to the top, and one that appears pushes those
 * below it down: towards the reader, who may see one twice but passes none over. Where the span has an
 * end, a change leaves it; the total tells, and the reader goes back as far as the rest moved up.
 *
 * @param first the span's newest page, where it was asked for already
 * @returns in the order of reading
 */
export async function readAll(list: MessageList, span: Span, first?: Page): Promise<Change[]> {
	const newestPage = async () => await list.page({ order: 'DESC', ...span, page: 0 });
	const top = first ?? (await newestPage());
	const changes = await readDown(list, span, top);
	if (top.total <= top.rows) return changes;
	// Messages of one second have no order of their own: a service that orders them anew for each page
	// shows one twice, and hides another.
	const seen = new Set(changes.map(({ id }) => id));
	while (seen.size < top.total) {
		const again = await readDown(list, span, await newestPage());
		const missed = again.filter(({ id }) => !seen.has(id));
		if (missed.length === 0) break;
		for (const { id } of missed) seen.add(id);
		changes.push(...again);
	}
	return changes;
}

async function readDown(list: MessageList, span: Span, top: Page): Promise<Change[]> {
	// A service may put fewer on a page than it was asked for.
	const { rows: pageSize } = top;
	const changes = [...top.changes];
	let { total } = top;
	for (let page = 1; pageSize > 0 && page * pageSize < total;) {
		const next = await list.page({ order: 'DESC', ...span, page });
		changes.push(...next.changes);
		const back = Math.ceil((total - next.total) / pageSize);
		if (next.rows === 0 && !(back > 0)) break;
		page = back > 0 ? Math.max(0, page - back) : page + 1;
		({ total } = next);
	}
	return changes;
}
