import { nullable } from '../../../schemas/schema.mts';
import { always, link, ONE_LINK_FOR_ALL, queued, queuedToo } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Delete short link',
	saved: ['link'],
	output: { deleted: always('boolean'), id: nullable('integer'), ...queued },
	mistakes: {
		'To delete a link that should stop for now: its address never works again':
			'use Update, with **Status** Inactive',
		...ONE_LINK_FOR_ALL,
	},
	run: async (h) => await queuedToo(h, 'Link/Delete', 'link.delete', { link }),
};
