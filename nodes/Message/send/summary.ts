import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { isRecord, text } from '../../shared/api/wire';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { keepingMessage, type FailedOutcome } from '../../shared/operation/nodeError';
import type { Shape } from '../../shared/operation/run';
import type { SentOutcome } from './output';

export const includeInputField: INodeProperties = {
	displayName: 'Include Input',
	name: 'includeInput',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to add the columns of the input row, but not its files, behind those of the output. If both have a column of the same name, the value of the output stays, but an item that failed keeps the message of its row. A column named error is left out, since n8n would take its item for one that failed.',
};

export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Items', value: 'items', description: 'One item for each message' },
		{
			name: 'Summary',
			value: 'summary',
			description: 'One item for all: how many were sent, and which were not',
		},
	],
	default: 'items',
	description:
		'What comes out: an item for each message, or a single one with the counts and the rows that failed, ready to be mailed. Rows that failed come out only if On Error is set to Continue.',
};

/** What comes out in the end: an item for each message or one for all, with the columns of the input or without. */
export function readShape(item: ItemParameters, context: IExecuteFunctions): Shape {
	const includesInput = item.flag('options.includeInput');
	const isSummary = item.choice('options.output', ['items', 'summary'], 'items') === 'summary';
	return (outputs) => {
		const rows = context.getInputData();
		const rowOf = (item: INodeExecutionData) => {
			const row: IDataObject = includesInput ? { ...rows[placeOf(item)]?.json } : {};
			// With such a column, even a blank one, n8n would run the node again under Retry On Fail.
			delete row.error;
			return row;
		};
		if (isSummary)
			return [{ json: summary(outputs, rowOf), pairedItem: outputs.map((_, item) => ({ item })) }];
		if (!includesInput) return outputs;
		// In the error output n8n itself puts the row beside the fault.
		const isLeft = context.getNode().onError === 'continueErrorOutput';
		return outputs.map((item) => {
			const hasFailed = item.json.error !== undefined;
			if (hasFailed && isLeft) return item;
			const row = rowOf(item);
			const own = hasFailed ? keepingMessage(item.json, row) : item.json;
			return { ...item, json: beside(own, row) };
		});
	};
}

/** The columns of the row come after the output's own, and give way to them. */
const beside = (own: IDataObject, row: IDataObject): IDataObject => ({ ...own, ...row, ...own });

type Outcome = SentOutcome | FailedOutcome;

const TAKEN: readonly unknown[] = ['accepted', 'queued', 'dryRun'] satisfies Outcome[];

/** Items counted from 0. */
const placeOf = ({ pairedItem }: INodeExecutionData): number =>
	isRecord(pairedItem) ? Number(pairedItem.item) : 0;

function summary(
	outputs: INodeExecutionData[],
	rowOf: (item: INodeExecutionData) => IDataObject,
): IDataObject {
	const ends = outputs.map((item) => ({ item, ...endOf(item.json) }));
	const count = (outcome: Outcome) => ends.filter((end) => end.outcome === outcome).length;
	const taken = ends.filter(({ outcome }) => TAKEN.includes(outcome));
	const dryRun = count('dryRun');
	return {
		messages: outputs.length,
		accepted: count('accepted'),
		skipped: count('skipped'),
		queued: count('queued'),
		deferred: taken.filter(({ item }) => item.json.deferredTo !== undefined).length,
		refused: count('refused'),
		unknown: count('unknown'),
		notSent: count('notSent'),
		segments: taken.reduce((sum, { item }) => sum + Number(item.json.segments), 0),
		...(dryRun > 0 && { dryRun }),
		problems: ends
			.filter(({ item }) => item.json.error !== undefined)
			.map(({ item, outcome, recipient }) => {
				const own = { row: placeOf(item) + 1, recipient, outcome, error: String(item.json.error) };
				return beside(own, rowOf(item));
			}),
	};
}

/** How an item ended: one that failed says it in its details. */
function endOf(json: IDataObject) {
	const { outcome, recipient } = isRecord(json.details) ? json.details : json;
	return { outcome: text(outcome), recipient: text(recipient) };
}
