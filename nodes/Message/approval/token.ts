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
}

/** Number of the question that is waited for; undefined if n8n does not say. */
export function questionOf(context: IWebhookFunctions): string | undefined {
	const name = JSON.stringify(context.getNode().name);
	try {
		const sent = context.evaluateExpression(`{{ $node[${name}].context.questions }}`);
		return typeof sent === 'number' ? String(sent) : undefined;
	} catch {
		return undefined;
	}
}
