import { nullable } from '../../../schemas/schema.mts';
import { always, inside, link, ONE_LINK_FOR_ALL, queued, queuedToo } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Update short link',
	saved: ['link', ...inside('updateFields', 'status', 'comment', 'expiration', 'expirationDate')],
	values: { 'updateFields.expiration': ['date', 'keep', 'never'] },
	defaults: { 'updateFields.expiration': 'keep' },
	output: {
		id: nullable('integer'),
		shortLink: nullable('string'),
		updated: always('boolean'),
		...queued,
	},
	mistakes: {
		'**Expiration Date** is left out to make the link permanent: the date is kept':
			'choose **Expiration** Never',
		'A new **Comment** in place of the number by which another workflow finds the person':
			'keep the number in it, or in your own table by the ID of the link',
		...ONE_LINK_FOR_ALL,
	},
	run: async (h) =>
		await queuedToo(h, 'Link/Update', 'link.update', { link, updateFields: { status: 0 } }),
};
