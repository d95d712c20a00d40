import { nullable } from '../../../schemas/schema.mts';
import { always, MESSAGE_FILTERS, MESSAGE_FILTER_VALUES } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Summarize delivery reports of SMS',
	saved: ['source', 'messageIds', ...MESSAGE_FILTERS, 'groupBy', 'options.clicks'],
	values: {
		source: ['filters', 'messageIds'],
		...MESSAGE_FILTER_VALUES,
		groupBy: ['campaign', 'country', 'day', 'none', 'operator', 'status'],
	},
	defaults: { source: 'messageIds', groupBy: 'none', 'options.clicks': false },
	output: {
		country: nullable('string'),
		messages: always('integer'),
		delivered: always('integer'),
		failed: always('integer'),
		pending: always('integer'),
		other: always('integer'),
		deliveryRate: nullable('number'),
		segments: nullable('integer'),
		cost: nullable('number'),
		firstSentTs: nullable('string'),
		lastStatusTs: nullable('string'),
		links: nullable('integer'),
		clicks: nullable('integer'),
	},
	atTimes: { links: 'with Clicks', clicks: 'with Clicks' },
	sample: {
		...{ messages: 1200, delivered: 1146, failed: 31, pending: 23, other: 0, deliveryRate: 0.955 },
		...{ segments: 2400, cost: 144 },
		...{ firstSentTs: '2026-11-20 09:30:58', lastStatusTs: '2026-11-20 11:02:41' },
	},
	mistakes: {
		'**Message IDs**, and `cost` is null: a delivery report has no price':
			'choose **Filters**, with the campaigns or the time of sending',
		'Fewer messages than were sent: without **Campaign IDs** the service may leave out old campaigns':
			'choose **Message IDs**, or give the IDs of the campaigns',
		'Asked right after Send: `pending` is most of it': 'wait a day',
		'**Clicks** by status or country: those of a campaign count in each of its groups':
			'group by campaign, or not at all',
	},
	run: async (h) => {
		h.service.store.addMessage({ id: '70000000005', campaignId: '70000000009' });
		const filters = { campaignIds: '70000000009' };
		const options = { clicks: true };
		const parameters = { source: 'filters', filters, groupBy: 'country', options };
		return await h.run('deliveryReport.summarize', parameters);
	},
};
