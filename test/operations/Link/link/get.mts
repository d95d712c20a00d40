import { SIMPLE_LINK } from '../../../../nodes/Link/row.ts';
import { ofFields } from '../../../schemas/schema.mts';
import { always, link, ONE_LINK_FOR_ALL } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Get short link',
	saved: ['link', 'simplify'],
	defaults: { simplify: true },
	output: { ...ofFields(SIMPLE_LINK), deletedTs: always('string') },
	sample: { status: 1 },
	mistakes: {
		'**By URL** with the address of your page':
			'give the short link; to find a link by its page, search in **From List**',
		'`clickCnt` as the clicks of this week':
			'it counts from the beginning; Statistic > Get counts by day or hour',
		...ONE_LINK_FOR_ALL,
	},
	run: async (h) => {
		h.service.setFreedoms({ softDeletion: 'listed' });
		await h.run('link.delete', { link });
		return await h.run('link.get', { link, simplify: true });
	},
};
