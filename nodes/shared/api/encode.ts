export type FormValue =
	string | number | null | undefined | Array<string | number> | { [key: string]: FormValue };

/**
 * Parameters as `application/x-www-form-urlencoded` in the bracket syntax of PHP: `data[fullLink]=...`,
 * `ids[]=1&ids[]=2`. Null, undefined and empty lists and objects are left out; empty text is sent.
 */
export const encodeForm = (params: { [key: string]: FormValue }): string =>
	Object.entries(params)
		.flatMap(([name, value]) => fields(percentEncode(name), value))
		.join('&');

function fields(name: string, value: FormValue): string[] {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value)) return value.flatMap((element) => fields(`${name}[]`, element));
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([key, inner]) =>
			fields(`${name}[${percentEncode(key)}]`, inner),
		);
	}
	return [`${name}=${percentEncode(value)}`];
}

/** Half an emoji, as cutting a text leaves it, cannot be encoded and becomes the replacement character. */
const percentEncode = (value: string | number): string =>
	encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));
