import { SIMPLE_LINK } from '../../../../nodes/Link/row.ts';
import { ofFields } from '../../../schemas/schema.mts';
import { always, inside, link } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Get many short links',
	saved: [
		'returnAll',
		'limit',
		...inside('filters', 'status', 'moderatorStatus', 'createTsFrom', 'createTsTo', 'query'),
		...inside('sort.by', 'field', 'direction'),
		...inside('options', 'acceptIncomplete', 'severalSortFields'),
		'simplify',
	],
	values: {
		'filters.moderatorStatus': [0, 1],
		'sort.by.field': ['clickCnt', 'code', 'createTs', 'expirationDate', 'fullLink'],
		'sort.by.direction': ['ASC', 'DESC'],
	},
	defaults: { returnAll: false, limit: 50, 'options.acceptIncomplete': false },
	output: { ...ofFields(SIMPLE_LINK), deletedTs: always('string'), incomplete: always('boolean') },
	sample: { status: 1 },
	mistakes: {
		'Only 50 links come': 'turn on **Return All**, or raise **Limit**',
		'**Query** with the address of your page: it does not search addresses':
			'put a Filter node behind, on `fullLink`',
		'It lists everything for each input item': 'turn on **Execute Once** in its settings',
	},
	run: async (h) => {
		h.service.setFreedoms({ softDeletion: 'listed', totalOff: 1 });
		await h.run('link.delete', { link });
		const options = { acceptIncomplete: true };
		return await h.run('link.getAll', { simplify: true, options });
	},
};
