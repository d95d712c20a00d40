import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** Shown above the output in the editor, so that neither moderation nor the bill is a surprise. */
export function showHints(context: IExecuteFunctions, outputs: IDataObject[]): void {
	const waiting = outputs.filter(({ statusText }) => statusText === 'awaitingModeration').length;
	const long = outputs.filter(({ segments }) => Number(segments) > 1).length;
	const hints = [
		waiting > 0 &&
			`${count(waiting)} for a moderator of the service and will go out after that. Nothing needs to be sent again.`,
		long > 0 &&
			`${long === 1 ? 'One message takes' : `${long} messages take`} more than one segment, and each segment is billed.`,
	];
	for (const message of hints) {
		if (message) context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
	}
}

const count = (number: number): string =>
	number === 1 ? 'One message waits' : `${number} messages wait`;
