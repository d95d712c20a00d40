import type { IWebhookFunctions } from 'n8n-workflow';

/** What the node remembers of its questions in the execution. */
export interface Remembered {
	/** How many were sent: in a loop, one person may get several. */
	questions?: number;
	/** Hash of the last one's text. */
	asked?: string;
	/** The ID of its short link. */
	link?: string;
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
	const [questions, asked, link] = [read('questions'), read('asked'), read('link')];
	return {
		questions: typeof questions === 'number' ? questions : undefined,
		asked: typeof asked === 'string' ? asked : undefined,
		link: typeof link === 'string' ? link : undefined,
	};
}
