import { readList } from '../../shared/api/list';
import { number, text, typed, type Fields } from '../../shared/api/wire';
import { itemOperation } from '../../shared/operation/definition';
import { id } from '../../shared/input/parse';
import { address } from '../row';

export const CAMPAIGN_LINK: Fields = {
	id: number,
	code: text,
	fullLink: address,
	shortLink: text,
	clickCnt: number,
	redirectCnt: number,
	comment: text,
};

export const getLinks = itemOperation({
	resource: 'campaign',
	operation: 'getLinks',
	name: 'Get Links',
	action: 'Get short links of campaign',
	description: 'Retrieve the short links in the texts of a campaign, with their clicks',
	counted: 'campaigns read',
	properties: [
		{
			displayName: 'Campaign ID',
			name: 'campaignId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 70000000001',
			description: 'ID of the campaign: the campaignId that sending or listing messages returns',
		},
	],
	read: (item) => ({ campaignId: item.required('campaignId', id) }),
	each: async (params, { service }) => {
		const { items } = await readList(service, 'Link/GetLinks', params);
		return items.map((row) => typed(row, CAMPAIGN_LINK));
	},
});
