import { LINK_FIELDS, selectedLink } from '../row';
import { linkLocator, readLink, readLocator } from '../reference';
import { outputFields, readOutput } from '../../shared/fields/list';
import { itemOperation } from '../../shared/operation/definition';

export const get = itemOperation({
	resource: 'link',
	operation: 'get',
	name: 'Get',
	action: 'Get short link',
	description: 'Retrieve a short link with its state and its number of clicks',
	counted: 'links read',
	properties: [linkLocator, ...outputFields(LINK_FIELDS)],
	read: (item) => ({ link: readLocator(item), output: readOutput(item, LINK_FIELDS) }),
	each: async ({ link, output }, { service }) =>
		selectedLink(await readLink(service, link), output),
});
