import type { z } from 'zod';
import type { Random } from '../freedoms/random.mts';
import type { Store } from '../store/store.mts';
import type { Dialect } from '../types.mts';
import { ApiFailure, CODES, invalid, type FieldErrors } from './failure.mts';

export interface Context {
	store: Store;
	dialect: Dialect;
	/** What is random in this call. */
	random: Random;
	/** How many calls of the same method came before this one. */
	turn: number;
	/** Questions whose last answer was an odd one. */
	oddBefore: Set<string>;
	/** Carries something out so many ms from now, in the name of this call. */
	later(ms: number, run: () => Result): void;
}

/** A result that is answered with its code. `accepted`: ids of what was created. */
export interface Result {
	code: number;
	data: unknown;
	message?: string;
	accepted?: string[];
}

/** One method of the API: `Module/Method`, carried out on decoded parameters. */
export interface ApiMethod {
	name: string;
	/** @throws ApiFailure for every answer that is an error */
	call(params: unknown, context: Context): Result;
}

type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

export const ok = (data: unknown, accepted?: string[]): Result => ({ code: 0, data, accepted });

function codeOf(issue: z.ZodIssue): number {
	if (issue.code === 'invalid_type' && issue.received === 'undefined') return CODES.missing;
	return issue.code === 'custom' && issue.params?.isLimit ? CODES.limit : CODES.invalid;
}

function fieldErrors(issues: z.ZodIssue[]): FieldErrors {
	const fields: FieldErrors = {};
	for (const issue of issues) {
		const names = issue.code === 'unrecognized_keys' ? issue.keys : [[]];
		for (const name of names) {
			const field = issue.path.concat(name).join('.');
			fields[field] = [...(fields[field] ?? []), issue.message];
		}
	}
	return fields;
}

/**
 * Reads parameters by a method's schema. Only missing parameters give 11; a broken limit gives 12;
 * anything else, a misspelt name too, gives 1 with the names of the fields.
 * @throws ApiFailure
 */
function validate<T>(schema: Schema<T>, params: unknown): T {
	const { data, error } = schema.safeParse(params);
	if (error === undefined) return data;
	const fields = fieldErrors(error.issues);
	const codes = new Set(error.issues.map(codeOf));
	if (codes.has(CODES.invalid)) throw invalid(fields);
	if (!codes.has(CODES.limit)) {
		const names = Object.keys(fields).join(', ');
		throw new ApiFailure(CODES.missing, `Required parameter is missing: ${names}`);
	}
	throw new ApiFailure(CODES.limit, Object.values(fields).flat().join('; '));
}

export function defineMethod<T>(
	name: string,
	schema: Schema<T>,
	run: (params: T, context: Context) => Result,
): ApiMethod {
	return { name, call: (params, context) => run(validate(schema, params), context) };
}
