import type { Fields } from '../../nodes/shared/api/wire.ts';
import { z } from 'zod';

/** The part of JSON Schema that n8n's editor reads. */
export type Schema =
	| { type: [Kind, 'null'] | Kind }
	| { type: 'object'; properties: Record<string, Schema> }
	| { type: 'array'; items: { type: Kind } };

type Kind = 'boolean' | 'integer' | 'number' | 'string';

export const nullable = (kind: Kind): Schema => ({ type: [kind, 'null'] });

export const object = (properties: Record<string, Schema>) => ({
	type: 'object' as const,
	properties,
});

/** The specification's only number that is no integer: the price of a segment. */
const FLOATS = ['segUserBuy'];

/** The output that a table of wire fields makes; each field is null where the service has no value. */
export function ofFields(fields: Fields): Record<string, Schema> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, convert]) => {
			const isNumber = typeof convert('1') === 'number';
			const kind = FLOATS.includes(name) ? 'number' : isNumber ? 'integer' : 'string';
			return [name, nullable(kind)];
		}),
	);
}

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
