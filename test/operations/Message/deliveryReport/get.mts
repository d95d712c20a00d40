import { deliveryReport } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Get delivery reports of SMS',
	saved: ['messageIds', 'options.missing'],
	values: { 'options.missing': ['error', 'omit'] },
	defaults: { 'options.missing': 'omit' },
	output: deliveryReport,
	sample: { id: 70000000001, status: 'DELIVRD' },
	mistakes: {
		'Asked right after Send: the message is still on its way, and `final` is false':
			'wait first: [three ways](trigger.md#three-ways-to-wait)',
		'IDs from a spreadsheet that lost their last digits': 'format the column as text',
		'An ID that the service does not know is left out, and nobody notices':
			'choose Report as Error in **IDs Without a Report**',
	},
	run: async (h) => await h.message('deliveryReport.get', { messageIds: '70000000001' }),
};
