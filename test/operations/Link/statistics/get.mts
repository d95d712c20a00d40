import type { INodeParameters } from 'n8n-workflow';

import { locator, type Harness } from '../../../engine/lib/harness.mts';
import { nullable } from '../../../schemas/schema.mts';
import type { Scenario } from '../../scenario.mts';

const BY_NAME = 'of a link given by its code or URL';

async function statistics(h: Harness, parameters: INodeParameters = {}) {
	h.service.store.addLink({ code: 'abcd' });
	return await h.run('statistics.get', { link: locator('code', 'abcd'), ...parameters });
}

export const scenario: Scenario = {
	action: 'Get click statistics of short link',
	saved: ['link', 'type', 'dateFrom', 'dateTo', 'output'],
	values: { type: ['daily', 'hourly', 'minute', 'monthly'], output: ['raw', 'rows', 'totals'] },
	defaults: { type: 'daily', output: 'rows' },
	output: {
		linkId: nullable('integer'),
		period: nullable('string'),
		clicks: nullable('integer'),
		redirects: nullable('integer'),
		code: nullable('string'),
		fullLink: nullable('string'),
	},
	atTimes: { code: BY_NAME, fullLink: BY_NAME },
	mistakes: {
		'No start: the service takes its own span, such as 90 days': 'give **Date From**',
		'**Minute** over months: hundreds of calls': 'use Daily, and Minute for the hours that matter',
		'Clicks as people':
			'[previews and scanners click, too](clicks.md#a-click-is-not-always-a-person)',
	},
	instead: [
		{
			choice: 'Output = Totals',
			columns: ['linkId', 'clicks', 'redirects', 'dateFrom', 'dateTo', 'code', 'fullLink'],
			run: async (h) => await statistics(h, { output: 'totals' }),
		},
	],
	run: async (h) => await statistics(h),
};
