import type { z } from 'zod';
import { ApiFailure, CODES, InvalidFields, type FieldErrors } from './failure.mts';

const isMissing = (issue: z.ZodIssue): boolean =>
	issue.code === 'invalid_type' && issue.received === 'undefined';

const ownCode = (issue: z.ZodIssue): number | undefined =>
	issue.code === 'custom' && typeof issue.params?.resultCode === 'number'
		? issue.params.resultCode
		: undefined;

function fieldErrors(issues: z.ZodIssue[]): FieldErrors {
	const fields: FieldErrors = {};
	for (const issue of issues) {
		const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
		for (const name of names) {
			const path = name === undefined ? issue.path : [...issue.path, name];
			const field = path.join('.');
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
export function validate<T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, params: unknown): T {
	const result = schema.safeParse(params);
	if (result.success) return result.data;
	const { issues } = result.error;
	const fields = fieldErrors(issues);
	if (issues.every(isMissing)) {
		const names = Object.keys(fields).join(', ');
		throw new ApiFailure(CODES.missing, `Required parameter is missing: ${names}`);
	}
	const codes = issues.map(ownCode);
	const code = codes.find((value) => value !== undefined);
	if (
		code !== undefined &&
		issues.every((issue, i) => codes[i] !== undefined || isMissing(issue))
	) {
		throw new ApiFailure(code, issues.map((issue) => issue.message).join('; '));
	}
	throw new InvalidFields(fields);
}
