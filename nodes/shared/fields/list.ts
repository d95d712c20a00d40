import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../input/itemParameters';
import { chosen, integer, oneOf, quote, Refusal } from '../input/parse';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Fields of a row with their names in the editor. */
export type FieldNames = Readonly<Record<string, string>>;

/** Sorted by their names. */
const choicesOf = (fields: FieldNames) =>
	Object.entries(fields)
		.map(([value, name]) => ({ name, value }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

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

/** Reads Simplify, or as a tool Output. @throws Refusal for a field that no row has */
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

const collection =
	(displayName: string, name: string, placeholder: string) =>
	(options: INodeProperties[]): INodeProperties => ({
		...{ displayName, name, placeholder },
		type: 'collection',
		default: {},
		options,
	});

export const optionsCollection = collection('Options', 'options', 'Add Option');
export const filtersCollection = collection('Filters', 'filters', 'Add Filter');
export const additionalFields = collection('Additional Fields', 'additionalFields', 'Add Field');
export const updateFields = collection('Update Fields', 'updateFields', 'Add Field');

const acceptIncompleteOption: INodeProperties = {
	displayName: 'Accept Incomplete List',
	name: 'acceptIncomplete',
	type: 'boolean',
	default: false,
	description:
		"Whether to output what there is when the service shows fewer rows of a list than it counts. Each item then has 'incomplete'. When off, the item fails. A list that only changed while it was read does not need this.",
};

/** For accounts that take more than the one sort field that the service documents. */
const severalSortFieldsOption: INodeProperties = {
	displayName: 'Several Sort Fields',
	name: 'severalSortFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to send all sort fields. The service documents only one; turn this on if you know that your account sorts by several.',
};

/** What differs between the operations that list rows. */
interface ListFields {
	/** The fields of a row, and those that the service sorts by, with their names in the editor. */
	fields: FieldNames;
	sortFields: FieldNames;
	filters: INodeProperties;
	options?: INodeProperties[];
}

/** The parameters of Get Many; `readListing` reads all but the filters and further options. */
export const listFields = ({
	fields,
	sortFields,
	filters,
	options = [],
}: ListFields): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		default: 50,
		typeOptions: { minValue: 1 },
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
	...outputFields(fields),
	filters,
	optionsCollection([acceptIncompleteOption, severalSortFieldsOption, ...options]),
	sortField(sortFields),
];

function byField(fields: FieldNames): INodeProperties {
	const [initial] = Object.keys(fields);
	return {
		displayName: 'Field',
		name: 'field',
		type: 'options',
		options: choicesOf(fields),
		default: initial,
		description: 'What the results are sorted by',
	};
}

const directionField: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'ASC' },
		{ name: 'Descending', value: 'DESC' },
	],
	default: 'ASC',
	description: 'Ascending: A to Z, small to large, oldest first',
};

function sortField(fields: FieldNames): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Sort Field',
		default: {},
		description:
			"Order of the results. The service documents one sort field; for more see 'Several Sort Fields' in the options.",
		options: [
			{
				displayName: 'By',
				name: 'by',
				values: [byField(fields), directionField],
			},
		],
	};
}

/** How many rows are wanted (Infinity for all), in which order and form. @throws Refusal */
export const readListing = (item: ItemParameters, { fields, sortFields }: ListFields) => ({
	limit: item.flag('returnAll')
		? Infinity
		: item.required('limit', integer({ min: 1, max: 10_000_000 })),
	acceptIncomplete: item.flag('options.acceptIncomplete'),
	output: readOutput(item, fields),
	sort: readSort(item, sortFields),
});

/** The `sort[...]` parameters in the order of the user. */
function readSort(item: ItemParameters, fields: FieldNames): Record<string, 'ASC' | 'DESC'> {
	const direction = oneOf(['ASC', 'DESC']);
	const several = item.flag('options.severalSortFields');
	const by = item.optional('sort.by', (value) => {
		if (!Array.isArray(value)) throw new Refusal(`is not a list: ${quote(value)}`);
		if (value.length > 1 && !several) {
			throw new Refusal(
				`has ${value.length} fields, the service documents one`,
				"Leave one, or turn on 'Several Sort Fields' in the options if your account sorts by several.",
			);
		}
		return value.map((entry: { field?: unknown; direction?: unknown }) => ({
			field: oneOf(Object.keys(fields))(chosen(byField(fields), entry.field)),
			direction: direction(chosen(directionField, entry.direction)),
		}));
	});
	return Object.fromEntries((by ?? []).map((each) => [each.field, each.direction]));
}
