import { SIMPLE_LINK } from '../../nodes/Link/row.ts';
import { nullable, ofFields } from '../schemas/schema.mts';
import { always } from './shared.mts';
import type { Scenario } from './scenario.mts';

export const scenario: Scenario = {
	output: {
		...ofFields(SIMPLE_LINK),
		previousClickCnt: nullable('integer'),
		newClicks: nullable('integer'),
		eventId: always('string'),
	},
	sample: { status: 1, eventId: '400001:12' },
	mistakes: {
		'Fetch Test Event for new clicks: `newClicks` is null there':
			'publish the workflow, and open the link',
	},
	run: async (h) => {
		const { n8nHost } = await import('../trigger/lib/n8nHost.mts');
		const { activate, items } = await n8nHost(h.service, { trigger: 'link' });
		await activate();
		const link = h.service.store.addLink({ comment: 'B', expirationDate: '2031-05-31' });
		h.service.store.click(link.code);
		return { main: (await items()).map((json) => ({ json })) };
	},
};
