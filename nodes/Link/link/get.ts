import { link } from '../row';
import { readLink } from '../reference/linkLookup';
import { linkLocator, readLocator } from '../reference/linkLocator';
import { simplifyField } from '../../shared/fields/simplify';
import { itemOperation } from '../../shared/operation/definition';

/** Link/Get, which takes exactly one of id, code and shortLink. */
export const get = itemOperation({
	resource: 'link',
	operation: 'get',
	name: 'Get',
	action: 'Get a short link',
	description: 'Retrieve a short link with its state and its number of clicks',
	counted: 'links read',
	properties: [linkLocator, simplifyField],
	read: (item) => ({ link: readLocator(item), simplify: item.flag('simplify') }),
	each: async (params, { service }) => link(await readLink(service, params.link), params.simplify),
});
