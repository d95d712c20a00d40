import type { z } from 'zod';
import type { Random } from '../freedoms/random.mts';
import type { Store } from '../store/store.mts';
import type { Lifecycle } from '../store/lifecycle.mts';
import type { Dialect } from '../types.mts';
import { validate } from './validate.mts';

/** What a method works on. */
export interface Context {
	store: Store;
	dialect: Dialect;
	lifecycle: Lifecycle;
	/** Registered sender IDs; the first is the default. */
	senders: string[];
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

export const ok = (data: unknown, accepted?: string[]): Result => ({ code: 0, data, accepted });

/** Puts validation by `schema` before `run`. */
export function defineMethod<T>(
	name: string,
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	run: (params: T, context: Context) => Result,
): ApiMethod {
	return { name, call: (params, context) => run(validate(schema, params), context) };
}
