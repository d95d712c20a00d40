import { isRecord } from './envelope';
import { NoAnswer } from './faults';
import type { Params, Service } from './service';
import { number, type Row } from './wire';

/** The rows of an answer that is a list. */
export interface List {
	items: Row[];
	/** How many rows match in all; undefined if the service does not say. */
	total: number | undefined;
}

/**
 * The rows of an answer, in every form that a list may have: an object with `items`, the bare list, an
 * object keyed by number, and `[]`, null or empty text for no rows.
 *
 * @throws NoAnswer for anything else: rows that are not records, and no rows although the total says that
 * there are some
 */
export function listOf(method: string, data: unknown): List {
	const isFrame = isRecord(data) && ('items' in data || 'totalItemCount' in data);
	const given = isFrame ? data.items : data;
	const count = isFrame ? number(data.totalItemCount) : null;
	const total = typeof count === 'number' ? count : undefined;
	const items = isNothing(given) && !total ? [] : elements(given);
	if (items?.every(isRecord)) return { items, total };
	throw new NoAnswer(method, 'garbled', '');
}

export const isNothing = (value: unknown): boolean =>
	value === null || value === undefined || value === '';

/** @returns undefined for what is neither a list nor an object keyed by number */
export function elements(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	const isNumbered = isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
	return isNumbered ? Object.values(value) : undefined;
}

/**
 * Asks for a list. An empty one is asked for a second time, unless its total confirms it: now and then an
 * answer is empty by mistake.
 *
 * @param start position of the first row asked for; 0 for a list without pages
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
	// That there are rows was said: an answer without a total does not take it back.
	return { ...again, total: again.total ?? list.total };
}

/** Asks for anything else that is never empty; after an empty answer it asks a second time. */
export async function readTwice(
	service: Reader,
	method: string,
	params: Params,
	isEmpty: (data: unknown) => boolean = isBlank,
): Promise<unknown> {
	const data = await service.read(method, params);
	return isEmpty(data) ? await service.read(method, params) : data;
}

type Reader = Pick<Service, 'read'>;

/** `[]`, null, empty text and `{}`: forms of nothing. */
export const isBlank = (data: unknown): boolean => isNothing(data) || elements(data)?.length === 0;
