import { LINK_FIELDS, selectedLink } from '../row';
import { filtersCollection, listFields, readListing } from '../../shared/fields/list';
import { itemOperation } from '../../shared/operation/definition';
import { listRows } from '../../shared/operation/run';
import { trimmed, zeroOrOneAs } from '../../shared/input/parse';
import { dayField, endAfter, endField, serviceDate } from '../../shared/input/time/zone';
import { queryFilter, status, statusFilter } from '../fields';

const LISTING = {
	fields: LINK_FIELDS,
	sortFields: {
		clickCnt: 'Clicks',
		code: 'Code',
		createTs: 'Creation Time',
		expirationDate: 'Expiration Date',
		fullLink: 'Full Link',
	},
	filters: filtersCollection([
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
	]),
};

const moderatorStatus = zeroOrOneAs('Approved or Blocked');

export const getAll = itemOperation({
	resource: 'link',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many short links',
	description: 'Retrieve a list of short links, all or those that match filters',
	counted: 'lists read',
	properties: listFields(LISTING),
	read: (item) => {
		const createTsFrom = item.optional('filters.createTsFrom', serviceDate);
		const criteria = {
			status: item.optional('filters.status', status),
			moderatorStatus: item.optional('filters.moderatorStatus', moderatorStatus),
			createTsFrom,
			createTsTo: item.optional('filters.createTsTo', endAfter(createTsFrom)),
			query: item.optional('filters.query', trimmed),
		};
		return { ...readListing(item, LISTING), criteria };
	},
	each: async ({ criteria, sort, output, ...listing }, run) =>
		await listRows(run, {
			...listing,
			method: 'Link/List',
			params: { criteria, sort },
			// No two links have the same code.
			stillOrders: [{ createTs: 'DESC' }, { code: 'ASC' }],
			convert: (row) => selectedLink(row, output),
		}),
});
