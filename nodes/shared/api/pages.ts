import { isRecord } from './envelope';
import type { Params, Service } from './service';
import { rows } from './wire';

/** The page sizes of the specification. */
const PAGE_SIZES = [25, 50, 100] as const;

/** One answer of Link/List or Message/List. */
export interface Page {
	items: unknown[];
	/** How many rows match in all; undefined where the service does not tell. */
	total: number | undefined;
}

/** Asks for one page; `currentPage` begins at 0. */
export async function readPage(
	service: Service,
	method: string,
	params: Params,
	pageSize: number,
	currentPage: number,
): Promise<Page> {
	const data = await service.read(method, { ...params, pagination: { pageSize, currentPage } });
	const total = isRecord(data) ? Number(data.totalItemCount ?? NaN) : NaN;
	const items = rows(isRecord(data) ? data.items : data);
	return { items, total: Number.isFinite(total) ? total : undefined };
}

/**
 * Reads a list page by page, each row once although rows may move between pages while they are read.
 * Ends at `limit` rows, at `totalItemCount`, at an empty page, and when a page brings nothing new.
 */
export async function* listRows(
	service: Service,
	method: string,
	params: Params,
	limit: number,
): AsyncGenerator<unknown[]> {
	const pageSize = PAGE_SIZES.find((size) => size >= limit) ?? 100;
	const seen = new Set<string>();
	for (let currentPage = 0; ; currentPage++) {
		const { items, total } = await readPage(service, method, params, pageSize, currentPage);
		const room = limit - seen.size;
		const fresh = items.filter((row) => isNew(row, seen));
		yield fresh.slice(0, room);
		const atEnd = total !== undefined && (currentPage + 1) * pageSize >= total;
		if (atEnd || fresh.length === 0 || fresh.length >= room) return;
	}
}

function isNew(row: unknown, seen: Set<string>): boolean {
	const id = isRecord(row) ? String(row.id) : `row ${seen.size}`;
	if (seen.has(id)) return false;
	seen.add(id);
	return true;
}
