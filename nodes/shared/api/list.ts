import { isRecord } from './envelope';
import { NoAnswer } from './faults';
import type { Params, Service } from './service';
import { number, type Row } from './wire';

/** The rows of an answer that is a list. */
export interface List {
	items: Row[];
	/** How many rows match in all; undefined where the service does not tell. */
	total: number | undefined;
}

/**
 * Takes the rows out of an answer, in each form that the service may give a list: an object with `items`,
 * the bare list, an object keyed by number, and `[]`, null or empty text where nothing is there.
 *
 * @throws NoAnswer for anything else: rows that are no records, and nothing where the total says that
 * there is something
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

const isNothing = (value: unknown): boolean =>
	value === null || value === undefined || value === '';

/** @returns undefined for what is neither a list nor an object keyed by number */
export function elements(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	const isNumbered = isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
	return isNumbered ? Object.values(value) : undefined;
}

/**
 * Asks for a list. One that is empty without the service's word that nothing is there is asked for a
 * second time before it is believed: one answer out of many may come out empty.
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
	return isBelieved ? list : listOf(method, await service.read(method, params));
}

/** Asks for anything else that is never empty; an empty answer is asked for a second time. */
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
