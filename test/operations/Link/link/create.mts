import { nullable } from '../../../schemas/schema.mts';
import { inside, queued, queuedToo } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Create short link',
	saved: ['fullLink', ...inside('additionalFields', 'status', 'expirationDate', 'comment')],
	values: { 'additionalFields.status': [0, 1] },
	output: {
		id: nullable('integer'),
		code: nullable('string'),
		shortLink: nullable('string'),
		...queued,
	},
	mistakes: {
		'One link for everybody: nobody can tell who opened it':
			'make one for each person, with the number or an ID in **Comment**',
		'A new link at every run: the clicks are spread over many links':
			'make it once, and keep its `shortLink` in your table',
		'**On Error** is Continue, and a Send follows: a row whose link failed fails there once more, for its text':
			'choose **Continue (using error output)**',
	},
	run: async (h) =>
		await queuedToo(h, 'Link/Create', 'link.create', { fullLink: 'https://example.com' }),
};
