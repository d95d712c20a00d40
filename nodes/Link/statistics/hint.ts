import type { IExecuteFunctions } from 'n8n-workflow';

/** Above the output in the editor: the service contradicts itself about some links. */
export function showDisagreement(context: IExecuteFunctions, linkIds: string[]): void {
	const [first, ...others] = new Set(linkIds);
	if (first === undefined) return;
	const which = others.length === 0 ? `link ${first}` : `link ${first} and ${others.length} more`;
	context.addExecutionHints({
		message: `For ${which}, the totals that the service gives are not what its rows add up to. The output has the service's own totals.`,
		location: 'outputPane',
		type: 'warning',
	});
}
