import type { Fields } from '../../nodes/shared/api/wire.ts';

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
