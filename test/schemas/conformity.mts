import type { Schema } from './schema.mts';

/** Says where a value is not what the schema says, by path; nothing where it is. */
export function deviations(value: unknown, schema: Schema, path = ''): string[] {
	if ('properties' in schema) {
		if (typeof value !== 'object' || value === null) return [`${path}: no object`];
		return Object.entries(value).flatMap(([key, part]) =>
			Object.hasOwn(schema.properties, key)
				? deviations(part, schema.properties[key], `${path}.${key}`)
				: [`${path}.${key}: not in the schema`],
		);
	}
	if ('items' in schema) {
		if (!Array.isArray(value)) return [`${path}: no array`];
		return value.flatMap((part, index) => deviations(part, schema.items, `${path}.${index}`));
	}
	const kind = value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value;
	const allowed: string[] = [schema.type].flat();
	const fits = allowed.includes(kind) || (kind === 'integer' && allowed.includes('number'));
	return fits ? [] : [`${path}: ${kind}`];
}
