import { Refusal } from '../input/refusal';

export type FormValue =
	string | number | boolean | null | undefined | FormValue[] | { [key: string]: FormValue };

/**
 * Parameters as `application/x-www-form-urlencoded` in the bracket syntax of PHP, which the service
 * reads: `data[fullLink]=...`, `ids[]=1&ids[]=2`. Booleans become 1 and 0; null, undefined and empty
 * lists and objects are left out; empty text is sent.
 *
 * @throws Refusal for a field name with brackets: PHP decodes names before it reads their brackets, so
 * no encoding could keep such a name from making other fields
 */
export function encodeForm(params: { [key: string]: FormValue }): string {
	return Object.entries(params)
		.flatMap(([name, value]) => fields(fieldName(name), value))
		.join('&');
}

function fields(name: string, value: FormValue): string[] {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value)) return listFields(name, value);
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([key, inner]) =>
			fields(`${name}[${fieldName(key)}]`, inner),
		);
	}
	return [`${name}=${percentEncode(typeof value === 'boolean' ? Number(value) : value)}`];
}

/** Lists of plain values use `[]`; in others each element needs its number to hold together. */
function listFields(name: string, list: FormValue[]): string[] {
	const given = list.filter((element) => element !== null && element !== undefined);
	const isPlain = given.every((element) => typeof element !== 'object');
	return given.flatMap((element, index) => fields(`${name}[${isPlain ? '' : index}]`, element));
}

function fieldName(name: string): string {
	if (/[[\]]/.test(name)) {
		throw new Refusal(`has a field name with brackets: ${name.slice(0, 40)}`, 'Rename the field.');
	}
	return percentEncode(name);
}

/** Half an emoji, as cutting a text leaves it, cannot be encoded and becomes the replacement character. */
const percentEncode = (value: string | number): string =>
	encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));
