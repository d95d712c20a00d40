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
		'Asked right after Send: `final` is false': '[wait first](trigger.md#three-ways-to-wait)',
		'An unknown ID is left out, and only a hint in the editor says so':
			'choose Report as Error in **IDs Without a Report**',
	},
	run: async (h) => await h.run('deliveryReport.get', { messageIds: '70000000001' }),
};
