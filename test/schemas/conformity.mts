import { z } from 'zod';

import type { Schema } from './schema.mts';

const KINDS: Record<string, z.ZodType> = {
	boolean: z.boolean(),
	integer: z.number().int(),
	null: z.null(),
	number: z.number(),
	string: z.string(),
};

/** No field has to be there; none may be that the schema does not have. */
function zodOf(schema: Schema): z.ZodType {
	if ('properties' in schema) {
		const fields = Object.entries(schema.properties);
		return z
			.strictObject(Object.fromEntries(fields.map(([name, inner]) => [name, zodOf(inner)])))
			.partial();
	}
	if ('items' in schema) return z.array(KINDS[schema.items.type]);
	const [first, ...others] = [schema.type].flat().map((kind) => KINDS[kind]);
	return others.reduce((all, other) => all.or(other), first);
}

/** Says where a value is not what the schema says, by path; nothing where it is. */
export const deviations = (value: unknown, schema: Schema): string[] =>
	zodOf(schema)
		.safeParse(value)
		.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
