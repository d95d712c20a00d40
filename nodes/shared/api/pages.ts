import { isRecord } from './envelope';
import { Reading, type Answer, type Page } from './listReading';
import type { Params, Service } from './service';
import { number, rows } from './wire';

/** The page sizes of the specification. */
const PAGE_SIZES = [25, 50, 100] as const;

/** Asks for one page; `currentPage` begins at 0. */
export async function readPage(
	service: Pick<Service, 'read'>,
	method: string,
	params: Params,
	pageSize: number,
	currentPage: number,
): Promise<Page> {
	const data = await service.read(method, { ...params, pagination: { pageSize, currentPage } });
	const total = isRecord(data) ? number(data.totalItemCount) : null;
	const items = rows(isRecord(data) ? data.items : data);
	return { items, total: typeof total === 'number' ? total : undefined };
}

/**
 * Reads a list up to `limit` rows, each row once, in the service's order; once the total is known, a few
 * pages side by side. No page is asked for that the limit does not need.
 *
 * Where the answers show that rows moved past the reader (the total fell, or a row came again that no
 * new one pushed down), the list is read again, and what was missed comes last. What no answer can show
 * is two changes at almost the same time that make up for each other.
 */
export async function* listRows(
	service: Pick<Service, 'read'>,
	method: string,
	params: Params,
	limit: number,
): AsyncGenerator<unknown[]> {
	const pageSize = PAGE_SIZES.find((size) => size >= limit) ?? 100;
	const reading = new Reading(limit, pageSize);
	const read = async (page: number) =>
		reading.notice(await readPage(service, method, params, pageSize, page));
	do {
		reading.begin();
		const ahead: Array<Promise<Answer>> = [];
		for (let next = 0; reading.pagesFrom(next) > 0; next++) {
			while (ahead.length < reading.pagesFrom(next)) ahead.push(read(next + ahead.length));
			// A fault is told when it is its page's turn.
			for (const page of ahead) page.catch(() => undefined);
			let answer = await ahead[0];
			if (reading.doubts(answer)) {
				// Nobody knows which of the pages under way are from before the change.
				await Promise.allSettled(ahead.splice(0));
				answer = await read(next);
			}
			ahead.shift();
			yield reading.accept(answer);
		}
	} while (reading.isIncomplete);
}
