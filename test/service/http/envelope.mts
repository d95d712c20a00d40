import { ApiFailure, InvalidFields } from '../api/failure.mts';
import type { Result } from '../api/method.mts';
import type { Dialect } from '../types.mts';

/** Names like `data.fullLink` as nested objects. */
function nest(fields: Record<string, string[]>): Record<string, unknown> {
	const root: Record<string, unknown> = {};
	for (const [name, messages] of Object.entries(fields)) {
		const path = name.split('.');
		const last = path.pop() ?? name;
		let parent = root;
		for (const part of path) {
			const known = parent[part];
			const child: Record<string, unknown> = isRecord(known) ? known : {};
			parent[part] = child;
			parent = child;
		}
		parent[last] = messages;
	}
	return root;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A failure as a result. Names of fields are dotted in recorded answers, nested on paper. */
export function resultOf(failure: ApiFailure, dialect: Dialect): Result {
	const { code, message } = failure;
	const nested = failure instanceof InvalidFields && dialect === 'documented';
	return { code, message, data: nested ? nest(failure.fields) : failure.data };
}

/** The answer's text. Like the live service, the observed dialect writes every slash as `\/`. */
export function envelope({ code, data, message = '' }: Result, dialect: Dialect): string {
	const text = JSON.stringify({ code, data, message });
	return dialect === 'observed' ? text.replaceAll('/', '\\/') : text;
}
