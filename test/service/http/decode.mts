import qs from 'qs';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Decodes a form as PHP does: brackets nest, `ids[]` appends, a plain name given twice keeps the last value.
 * A body of any other type is not looked into, so that its parameters are missing.
 */
export function decodeForm(contentType: string | undefined, body: string): Record<string, unknown> {
	if (!FORM.test(contentType ?? '')) return {};
	return qs.parse(body, {
		duplicates: 'last',
		arrayLimit: 100_000,
		parameterLimit: 100_000,
		plainObjects: true,
	});
}

/** The query string as plain names and values. */
export const decodeQuery = (url: string): Record<string, string> =>
	Object.fromEntries(new URL(url, 'http://localhost').searchParams);
