import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * A part of the answer's address that depends on the person asked, without the number. In a loop n8n uses
 * the same address for each person: with the token, a person asked before cannot answer for the next.
 *
 * @param recipient the parameter as the user gave it
 */
export const tokenOf = (recipient: unknown): string =>
	createHash('sha256').update(String(recipient)).digest('base64url').slice(0, 10);

/** What the node remembers of its questions in the execution. */
export interface Remembered {
	/** How many were sent: in a loop, one person may get several. */
	questions?: number;
	/** Hash of the last one's text. */
	asked?: string;
}

/**
 * What the node remembers, as far as n8n says it while the execution waits. Parameters are evaluated
 * again there, and may have other values than when the question was sent: `$runIndex` is 0, `$now` is later.
 */
export function rememberedBy(context: IWebhookFunctions): Remembered {
	// Braces in the name would end the expression.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\x${brace.charCodeAt(0).toString(16)}`,
	);
	const node = `$node[${name}]`;
	const read = (field: keyof Remembered): unknown => {
		try {
			return context.evaluateExpression(`{{ ${node}.context.${field} }}`);
		} catch {
			return undefined;
		}
	};
	const [questions, asked] = [read('questions'), read('asked')];
	return {
		questions: typeof questions === 'number' ? questions : undefined,
		asked: typeof asked === 'string' ? asked : undefined,
	};
}
