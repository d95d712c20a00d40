import type { IDataObject } from 'n8n-workflow';

import { NoResponse } from './faults';

/** An object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text or a number as text; anything else is none. */
export const plain = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Turns one value of the wire into its documented type. */
export type Convert = (value: unknown) => string | number | null;

/** An integer or float, also as text; past the safe range it stays text, so that no digit is lost. */
export const number: Convert = (value) => {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string' || value.trim() === '') return null;
	const converted = Number(value);
	if (!Number.isFinite(converted)) return value;
	return Number.isInteger(converted) && !Number.isSafeInteger(converted) ? value.trim() : converted;
};

/** Absent values arrive as null, '' or an empty list; a list of IDs is joined with commas. */
export const text: Convert = (value) => {
	if (Array.isArray(value))
		return value.length ? value.map((part) => text(part) ?? '').join(',') : null;
	if (value === null || value === undefined || value === '') return null;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A text that may be empty: the text of a message. */
export const exactText: Convert = (value) =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** `YYYY-MM-DD HH:MM:SS`, also where the clock is written with dashes. Zero dates and blanks are none. */
export const time: Convert = (value) => {
	const given = typeof value === 'string' ? value.trim() : text(value);
	if (typeof given !== 'string' || given === '' || given.startsWith('0000-00-00')) return null;
	return given.replace(/^(\d{4}-\d\d-\d\d) (\d\d)-(\d\d)-(\d\d)$/, '$1 $2:$3:$4');
};

/** Null if a value is missing: that is not 0. */
export const sum = (values: unknown[]): number | null =>
	values.reduce<number | null>(
		(all, value) => (all === null || typeof value !== 'number' ? null : all + value),
		0,
	);

/** A record of a response, as it came. */
export type Row = Record<string, unknown>;

export type Fields = { readonly [field: string]: Convert };

/** Parts the names that fields have in the editor from their types. */
export function columns(all: { [field: string]: [name: string, type: Convert] }) {
	const entries = Object.entries(all);
	const types: Fields = Object.fromEntries(entries.map(([field, [, type]]) => [field, type]));
	return { types, names: Object.fromEntries(entries.map(([field, [name]]) => [field, name])) };
}

/** The documented fields first, null where absent; then the others as they came, unless simplified. */
export function typed(row: Row, fields: Fields, simplify = false): IDataObject {
	const result: IDataObject = {};
	for (const field of Object.keys(fields)) result[field] = fields[field](row[field]);
	return simplify ? result : withoutFields(row, fields, result);
}

/**
 * What the service sent beside these fields.
 *
 * @param result is added to, since lists are long: a copy for each row is half of the work on it
 */
export function withoutFields(
	row: Row,
	fields: { readonly [field: string]: unknown },
	result: IDataObject = {},
): IDataObject {
	for (const key of Object.keys(row)) {
		const value = row[key];
		// As a name, `__proto__` would change what the object is.
		if (!Object.hasOwn(fields, key) && key !== '__proto__')
			result[key] = isData(value) ? value : null;
	}
	return result;
}

/** Whether an item's data may hold it, as all of parsed JSON. */
const isData = (value: unknown): value is IDataObject[string] =>
	value !== undefined && typeof value !== 'function';

/** A response as it came, for raw output. */
export const rawData = (data: unknown): IDataObject =>
	isRecord(data) ? withoutFields(data, {}) : { data: isData(data) ? data : null };

/** Ids come as numbers or texts, also with spaces around them. */
export const idText = (id: unknown): string => plain(id).trim();

/** Orders ids by value; they may be larger than a safe integer. */
export const isAbove = (id: string, other: string | undefined): boolean =>
	other === undefined || id.length > other.length || (id.length === other.length && id > other);

/** For sorting: the lowest ID first. */
export const lowestFirst = (a: { id: string }, b: { id: string }): number =>
	a.id === b.id ? 0 : isAbove(a.id, b.id) ? 1 : -1;

/** @throws NoResponse for anything but a record with fields: it would come out as one without values */
export function record(method: string, data: unknown): Row {
	if (isRecord(data) && Object.keys(data).length > 0) return data;
	throw new NoResponse(method, 'garbled');
}
