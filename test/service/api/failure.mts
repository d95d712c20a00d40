export const CODES = {
	ok: 0,
	invalid: 1,
	notFound: 2,
	unknownModule: 4,
	unknownMethod: 5,
	unknownFormat: 6,
	wrongKey: 8,
	missing: 11,
	limit: 12,
	tooOften: 30,
	partlyDone: 98,
	notDone: 99,
	queued: 100,
} as const;

/** Names of fields, dotted (`data.fullLink`), each with what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/** Ends a call with a result code other than 0. */
export class ApiFailure extends Error {
	constructor(
		readonly code: number,
		message: string,
		readonly fields?: FieldErrors,
	) {
		super(message);
	}
}

/** Code 1: the values of the named fields are not acceptable. */
export const invalid = (fields: FieldErrors): ApiFailure =>
	new ApiFailure(CODES.invalid, 'Invalid data in the request', fields);
