import { z } from 'zod';
import type { Key, SortBy } from '../store/table.mts';
import { isDate, isTime } from '../zone.mts';

const SCHEME = /^https?:\/\//i;
/** Without a scheme: an IPv6 address, this computer, or a name with a dot in it. With an @ it is an e-mail address. */
const HOST = /^(?:\[|localhost(?::|$)|[^@]*[^.@]\.[^.@])[^@]*$/i;

/** The link with a scheme, as a browser needs it; undefined when the text is no link. */
export function toUrl(text: string): URL | undefined {
	const [hasScheme, host] = [SCHEME.test(text), text.split(/[/?#]/, 1)[0]];
	const address = hasScheme ? text : `http://${text}`;
	const isLink = !/\s/.test(text) && (hasScheme || HOST.test(host)) && URL.canParse(address);
	return isLink ? new URL(address) : undefined;
}

/** An identifier: a positive decimal number, kept as text since it may be very large. */
export const id = z.string().regex(/^[1-9]\d{0,18}$/, 'must be an identifier');

export const flag = z.enum(['0', '1']).transform(Number);

export const date = z.string().refine(isDate, 'must be a date YYYY-MM-DD');
export const time = z.string().refine(isTime, 'must be a time YYYY-MM-DD HH:MM:SS');

export const comment = z
	.string()
	.refine((text) => [...text].length <= 255, 'must have at most 255 characters');

/** Accepts what the service accepts in one parameter: an array, or a comma-separated string. */
export const list = <T extends z.ZodTypeAny>(element: T) =>
	z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(element));

/** A rule whose breach is answered with code 12. */
export const limit = (message: string) => ({ message, params: { isLimit: true } });

/** Page size 25, 50 or 100 (25 when not given); pages are counted from 0. */
export const pagination = z
	.strictObject({
		pageSize: z.enum(['25', '50', '100']).transform(Number).default('25'),
		currentPage: z
			.string()
			.regex(/^\d{1,9}$/, 'must be a page number')
			.transform(Number)
			.default('0'),
	})
	.default({});

/** `sort[field]=ASC|DESC` over the given fields; the order of the fields counts. */
export const sort = <T,>(keys: Record<string, (row: T) => Key>) =>
	z
		.record(
			z.string().refine((field) => Object.hasOwn(keys, field), 'cannot be sorted by'),
			z.enum(['ASC', 'DESC']),
		)
		.transform((given) =>
			Object.entries(given).map(([field, direction]): SortBy<T> => ({
				...{ field, direction },
				key: keys[field],
			})),
		)
		.default({});
