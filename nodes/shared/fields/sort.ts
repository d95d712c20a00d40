import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../input/itemParameters';
import { oneOf, quote } from '../input/parse';
import { Refusal } from '../input/refusal';

/** A sort field of the specification with its name in the editor. */
export type SortFields = Readonly<Record<string, string>>;

/** The Sort collection over the specification's sort fields. */
export function sortField(fields: SortFields): INodeProperties {
	const names = Object.entries(fields).sort(([, a], [, b]) => a.localeCompare(b));
	const initial = names[0][0];
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
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'options',
						options: names.map(([value, name]) => ({ name, value })),
						default: initial,
						description: 'What the results are sorted by',
					},
					{
						displayName: 'Direction',
						name: 'direction',
						type: 'options',
						options: [
							{ name: 'Ascending', value: 'ASC' },
							{ name: 'Descending', value: 'DESC' },
						],
						default: 'ASC',
						description: 'Ascending: A to Z, small to large, oldest first',
					},
				],
			},
		],
	};
}

/** For accounts that take more than the one sort field that the service documents. */
export const severalSortFieldsOption: INodeProperties = {
	displayName: 'Several Sort Fields',
	name: 'severalSortFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to send all sort fields. The service documents only one; turn this on if you know that your account sorts by several.',
};

/**
 * The `sort[...]` parameters in the user's order.
 *
 * @throws ParameterRefusal for an unknown field or direction, and for a second field without the option
 */
export function readSort(item: ItemParameters, fields: SortFields): Record<string, string> {
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
		return value.map((entry: { field?: unknown; direction?: unknown }) => {
			return [oneOf(Object.keys(fields))(entry.field), direction(entry.direction)];
		});
	});
	return Object.fromEntries(by ?? []);
}
