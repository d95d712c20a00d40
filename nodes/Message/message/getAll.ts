import { message } from '../../shared/api/message';
import { listRows } from '../../shared/api/pages';
import { readLimit, returnAllFields } from '../../shared/fields/returnAll';
import { simplifyField } from '../../shared/fields/simplify';
import { readSort, sortField, type SortFields } from '../../shared/fields/sort';
import { itemOperation } from '../../shared/operation/definition';
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
	description:
		'Retrieve a list of sent messages with their status, all or those that match filters',
	counted: 'lists read',
	properties: [
		...returnAllFields,
		simplifyField,
		filtersField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [withNumberInfoOption],
		},
		sortField(SORT_FIELDS),
	],
	read: (item) => ({
		limit: readLimit(item),
		simplify: item.flag('simplify'),
		params: {
			withNumberInfo: item.flag('options.withNumberInfo') ? 1 : undefined,
			criteria: readFilters(item),
			sort: readSort(item, SORT_FIELDS),
		},
	}),
	async each({ params, limit, simplify }, run, index) {
		for await (const rows of listRows(run.service, 'Message/List', params, limit)) {
			for (const row of rows) run.emit(index, message(row, simplify));
		}
	},
});
