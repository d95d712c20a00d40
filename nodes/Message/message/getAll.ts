import { message, MESSAGE_FIELDS, NUMBER_INFO } from '../row';
import { listFields, readListing, selected } from '../../shared/fields/list';
import { itemOperation } from '../../shared/operation/definition';
import { listRows } from '../../shared/operation/run';
import { filtersField, readFilters, withNumberInfoOption } from '../criteria';

const { campaignId, from, to, text, status, startSendTs, statusUpdateTs, segNum } = MESSAGE_FIELDS;
const LISTING = {
	fields: MESSAGE_FIELDS,
	sortFields: { campaignId, from, segNum, startSendTs, status, statusUpdateTs, text, to },
	filters: filtersField,
	options: [withNumberInfoOption],
};

export const getAll = itemOperation({
	resource: 'message',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many SMS messages',
	description: 'Retrieve a list of messages with their status, all or those that match filters',
	counted: 'lists read',
	properties: listFields(LISTING),
	read: (item) => ({
		...readListing(item, LISTING),
		withNumberInfo: item.flag('options.withNumberInfo'),
		criteria: readFilters(item),
	}),
	each: async ({ output, withNumberInfo, criteria, sort, ...listing }, run) => {
		const isAsked = withNumberInfo || NUMBER_INFO.some((field) => output.fields?.includes(field));
		const shape = { simplify: output.simplify, withNumberInfo };
		return await listRows(run, {
			...listing,
			method: 'Message/List',
			params: { withNumberInfo: isAsked ? 1 : undefined, criteria, sort },
			// Newest first, as the service does by itself; later numbers and campaigns stay where they are.
			stillOrders: [{ campaignId: 'DESC' }, { to: 'ASC' }, { campaignId: 'ASC' }],
			convert: (row) => selected(message(row, shape), output),
		});
	},
});
