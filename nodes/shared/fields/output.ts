import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../input/itemParameters';
import { oneOf } from '../input/parse';
import { Refusal } from '../input/refusal';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Fields of a row with their names in the editor, by which they are sorted there. */
export type FieldNames = Readonly<Record<string, string>>;

export const choicesOf = (fields: FieldNames) =>
	Object.entries(fields).map(([value, name]) => ({ name, value }));

export interface Output {
	simplify: boolean;
	/** Only these fields, where the user selected some. */
	fields?: string[];
}

/** Simplify; for the tool of an AI agent Output, since whole rows would fill the memory of its model. */
export const outputFields = (fields: FieldNames): INodeProperties[] => [
	{ ...simplifyField, displayOptions: { hide: { '@tool': [true] } } },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'All fields that the service returns' },
			{ name: 'Selected Fields', value: 'selectedFields' },
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that matter most, about ten',
			},
		],
		default: 'simplified',
		description: 'What the AI agent reads of each result',
		displayOptions: { show: { '@tool': [true] } },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: choicesOf(fields),
		default: [],
		required: true,
		description: 'The fields that the AI agent reads of each result',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
	},
];

/** Reads Simplify, or as a tool Output. @throws ParameterRefusal for a field that no row has */
export function readOutput(item: ItemParameters, names: FieldNames): Output {
	const output = item.optional('output', oneOf(['raw', 'selectedFields', 'simplified']));
	if (output === undefined) return { simplify: item.flag('simplify') };
	if (output !== 'selectedFields') return { simplify: output === 'simplified' };
	const field = oneOf(Object.keys(names));
	const fields = item.required('fields', (given) => {
		const list = [given].flat();
		if (list.length === 0) throw new Refusal('is empty', 'Select at least one.');
		return list.map(field);
	});
	return { simplify: false, fields };
}

/** The selected fields of a row, null where it lacks one; the whole row where none were selected. */
export const selected = (row: IDataObject, { fields }: Output): IDataObject =>
	fields ? Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) : row;
