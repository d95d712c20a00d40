import { message, MESSAGE_FIELDS, NUMBER_INFO } from '../row';
import { outputFields, readOutput, selected } from '../../shared/fields/output';
import { acceptIncompleteOption, readLimit, returnAllFields } from '../../shared/fields/returnAll';
import {
	readSort,
	severalSortFieldsOption,
	sortField,
	type SortFields,
} from '../../shared/fields/sort';
import { itemOperation } from '../../shared/operation/definition';
import { listRows } from '../../shared/operation/listRows';
import { withNumberInfoOption } from '../criteria';
import { filtersField, readFilters } from './filters';

const SORT_FIELDS: SortFields = {
	campaignId: 'Campaign ID',
	from: 'From',
	to: 'To',
	text: 'Text',
	status: 'Status',
	startSendTs: 'Sending Started',
	statusUpdateTs: 'Status Changed',
	segNum: 'Number of Segments',
};

/** Message/List, page by page. */
export const getAll = itemOperation({
	resource: 'message',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many SMS messages',
	description: 'Retrieve a list of messages with their status, all or those that match filters',
	counted: 'lists read',
	properties: [
		...returnAllFields,
		...outputFields(MESSAGE_FIELDS),
		filtersField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [acceptIncompleteOption, severalSortFieldsOption, withNumberInfoOption],
		},
		sortField(SORT_FIELDS),
	],
	read: (item) => ({
		limit: readLimit(item),
		acceptIncomplete: item.flag('options.acceptIncomplete'),
		output: readOutput(item, MESSAGE_FIELDS),
		withNumberInfo: item.flag('options.withNumberInfo'),
		criteria: readFilters(item),
		sort: readSort(item, SORT_FIELDS),
	}),
	each: async ({ limit, acceptIncomplete, output, withNumberInfo, criteria, sort }, run) => {
		const isAsked = withNumberInfo || NUMBER_INFO.some((field) => output.fields?.includes(field));
		const shape = { simplify: output.simplify, withNumberInfo };
		return await listRows(run, {
			method: 'Message/List',
			params: { withNumberInfo: isAsked ? 1 : undefined, criteria, sort },
			limit,
			// Newest first, as the service does by itself; later numbers and campaigns stay where they are.
			stillOrders: [{ campaignId: 'DESC' }, { to: 'ASC' }, { campaignId: 'ASC' }],
			convert: (row) => selected(message(row, shape), output),
			acceptIncomplete,
		});
	},
});
