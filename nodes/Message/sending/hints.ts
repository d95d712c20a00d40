import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** Shown above the output in the editor, so that neither moderation nor the bill is a surprise. */
export function showHints(context: IExecuteFunctions, outputs: IDataObject[]): void {
	for (const message of [moderation(outputs), deferral(outputs), bill(outputs)]) {
		if (message) context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
	}
}

function moderation(outputs: IDataObject[]): string | undefined {
	const waiting = outputs.filter(({ statusText }) => statusText === 'awaitingModeration').length;
	return waiting === 0
		? undefined
		: `${count(waiting, 'waits', 'wait')} for a moderator of the service and will go out after that. Nothing needs to be sent again.`;
}

function deferral(outputs: IDataObject[]): string | undefined {
	const times = outputs.flatMap(({ deferredTo }) =>
		typeof deferredTo === 'string' ? [deferredTo] : [],
	);
	if (times.length === 0) return undefined;
	const moments = [...new Set(times)].sort((a, b) => Date.parse(a) - Date.parse(b));
	const last = moments.length > 1 ? `, the last one until ${moments[moments.length - 1]}` : '';
	return `${count(times.length, 'waits', 'wait')} until ${moments[0]}${last}.`;
}

function bill(outputs: IDataObject[]): string | undefined {
	const billed = outputs.filter(({ skipped }) => skipped !== true);
	const long = billed.filter(({ segments }) => Number(segments) > 1).length;
	if (long === 0) return undefined;
	const total = billed.reduce((sum, { segments }) => sum + Number(segments), 0);
	return `${count(long, 'takes', 'take')} more than one segment, and each segment is billed: ${total} in all.`;
}

const count = (number: number, one: string, many: string): string =>
	number === 1 ? `One message ${one}` : `${number} messages ${many}`;
