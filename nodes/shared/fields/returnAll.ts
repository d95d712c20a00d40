import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../input/itemParameters';
import { integer } from '../input/parse';

/** Return All and Limit, as n8n's users know them. */
export const returnAllFields: INodeProperties[] = [
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
];

export const acceptIncompleteOption: INodeProperties = {
	displayName: 'Accept Incomplete List',
	name: 'acceptIncomplete',
	type: 'boolean',
	default: false,
	description:
		"Whether to output what there is of a list of which the service shows fewer rows than it counts. Each item then has 'incomplete'. When off, the item fails. A list that only changed while it was read comes out without this.",
};

const limit = integer({ min: 1, max: 10_000_000 });

/** How many rows are wanted; Infinity for all. @throws ParameterRefusal for a limit below 1 */
export const readLimit = (item: ItemParameters): number =>
	item.flag('returnAll') ? Infinity : item.required('limit', limit);
