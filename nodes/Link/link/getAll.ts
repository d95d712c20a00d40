import type { INodeProperties } from 'n8n-workflow';

import { LINK_FIELDS, selectedLink } from '../row';
import { outputFields, readOutput } from '../../shared/fields/output';
import { acceptIncompleteOption, readLimit, returnAllFields } from '../../shared/fields/returnAll';
import {
	readSort,
	severalSortFieldsOption,
	sortField,
	type SortFields,
} from '../../shared/fields/sort';
import { dayField, endField } from '../../shared/fields/time';
import { itemOperation } from '../../shared/operation/definition';
import { listRows } from '../../shared/operation/listRows';
import { text, zeroOrOne } from '../../shared/input/parse';
import { serviceDate, serviceTime } from '../../shared/input/time/zone';
import { queryFilter, statusFilter } from '../fields';

const SORT_FIELDS: SortFields = {
	createTs: 'Creation Time',
	expirationDate: 'Expiration Date',
	clickCnt: 'Clicks',
	code: 'Code',
	fullLink: 'Full Link',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		dayField('Created From', 'createTsFrom', 'Only links created on this day or later'),
		endField('Created To', 'createTsTo', 'Only links created up to this time'),
		{
			displayName: 'Moderator Status',
			name: 'moderatorStatus',
			type: 'options',
			options: [
				{ name: 'Approved', value: 1 },
				{ name: 'Blocked', value: 0 },
			],
			default: 1,
			description: 'Only links that the moderator of the service has approved, or blocked',
		},
		queryFilter,
		statusFilter,
	],
};

/** Link/List, page by page. */
export const getAll = itemOperation({
	resource: 'link',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many short links',
	description: 'Retrieve a list of short links, all or those that match filters',
	counted: 'lists read',
	properties: [
		...returnAllFields,
		...outputFields(LINK_FIELDS),
		filters,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [acceptIncompleteOption, severalSortFieldsOption],
		},
		sortField(SORT_FIELDS),
	],
	read: (item) => ({
		limit: readLimit(item),
		acceptIncomplete: item.flag('options.acceptIncomplete'),
		output: readOutput(item, LINK_FIELDS),
		sort: readSort(item, SORT_FIELDS),
		criteria: {
			status: item.optional('filters.status', zeroOrOne),
			moderatorStatus: item.optional('filters.moderatorStatus', zeroOrOne),
			createTsFrom: item.optional('filters.createTsFrom', (day, zones) => serviceDate(day, zones)),
			createTsTo: item.optional('filters.createTsTo', (time, zones) =>
				serviceTime(time, zones, { endOfDay: true }),
			),
			query: item.optional('filters.query', text()),
		},
	}),
	each: async ({ criteria, sort, limit, acceptIncomplete, output }, run) =>
		await listRows(run, {
			method: 'Link/List',
			params: { criteria, sort },
			limit,
			// No two links have the same code.
			stillOrders: [{ createTs: 'DESC' }, { code: 'ASC' }],
			convert: (row) => selectedLink(row, output),
			acceptIncomplete,
		}),
});
