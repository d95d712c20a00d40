import { NoResponse } from './faults';
import type { Params, Reader } from './service';
import { isRecord, number, type Row } from './wire';

export interface List {
	items: Row[];
	/** Rows that match in all; undefined if the service does not say. */
	total: number | undefined;
}

/**
 * The rows of a response: an object with `items`, a bare list, an object keyed by number; `[]`, null or empty
 * text for none.
 *
 * @throws NoResponse for anything else, and for null or empty text although the total says that there are rows
 */
export function listOf(method: string, data: unknown): List {
	const isFrame = isRecord(data) && ('items' in data || 'totalItemCount' in data);
	const given = isFrame ? data.items : data;
	const count = isFrame ? number(data.totalItemCount) : null;
	const total = typeof count === 'number' ? count : undefined;
	const items = isNothing(given) && !total ? [] : elements(given);
	if (items?.every(isRecord)) return { items, total };
	throw new NoResponse(method, 'garbled');
}

/** How the service writes that a list has no rows. */
export const isNothing = (value: unknown): boolean =>
	value === null || value === undefined || value === '';

/** @returns undefined for what is neither a list nor an object keyed by number */
export function elements(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	const isNumbered = isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
	return isNumbered ? Object.values(value) : undefined;
}

/**
 * An empty list that its total does not confirm is asked for again: it may be a mistake.
 *
 * @param start place of the first row asked for
 */
export async function readList(
	service: Reader,
	method: string,
	params: Params,
	start = 0,
): Promise<List> {
	const list = listOf(method, await service.read(method, params));
	const isBelieved = list.items.length > 0 || (list.total !== undefined && list.total <= start);
	if (isBelieved) return list;
	const again = listOf(method, await service.read(method, params));
	// That there are rows was said: a response without a total does not take it back.
	return { ...again, total: again.total ?? list.total };
}

/** @throws NoResponse where the service counts rows and shows none: that is no empty list */
export function checkShown(method: string, shown: unknown[], total = 0): void {
	if (shown.length === 0 && total > 0)
		throw new NoResponse(method, 'incomplete', `0 of ${total} rows`);
}

/** For what is never empty: an empty response is asked for a second time. */
export async function readNotEmpty(
	service: Reader,
	method: string,
	params: Params,
): Promise<unknown> {
	const data = await service.read(method, params);
	const rows = isRecord(data) && 'items' in data ? data.items : data;
	return isBlank(rows) ? await service.read(method, params) : data;
}

/** `[]`, null, empty text and `{}`: forms of nothing. */
export const isBlank = (data: unknown): boolean => isNothing(data) || elements(data)?.length === 0;
