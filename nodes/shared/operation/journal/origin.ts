import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Id of the execution in which the first try was made. To be called before anything can fail, since retries by
 * hand begin with what is saved then.
 */
export function originOf(context: IExecuteFunctions): string {
	const kept: { origin?: string } = context.getContext('node');
	// An MCP server calls tools without an execution; with the same name, they would look like one.
	return (kept.origin ??= String(context.getExecutionId() ?? randomUUID()));
}
