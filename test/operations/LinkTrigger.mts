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
		'A click as a person who has read the page':
			'[a click is not always a person](clicks.md#a-click-is-not-always-a-person)',
		'Fetch Test Event is to show new clicks: `newClicks` is null there':
			'publish the workflow, and open the link',
		'No filter, in an account with thousands of clicked links: each poll reads them all':
			'set **Created From** or **Query**',
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
