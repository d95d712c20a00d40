import { always, inside, message, MESSAGE_FILTERS, MESSAGE_FILTER_VALUES } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Get many SMS messages',
	saved: [
		'returnAll',
		'limit',
		...MESSAGE_FILTERS,
		...inside('sort.by', 'field', 'direction'),
		...inside('options', 'acceptIncomplete', 'severalSortFields', 'withNumberInfo'),
		'simplify',
	],
	values: {
		'sort.by.field': [
			...['campaignId', 'from', 'segNum', 'startSendTs'],
			...['status', 'statusUpdateTs', 'text', 'to'],
		],
		...MESSAGE_FILTER_VALUES,
	},
	defaults: { 'options.withNumberInfo': false, 'options.acceptIncomplete': false },
	output: { ...message, incomplete: always('boolean') },
	sample: { id: 70000000001, status: 'DELIVRD' },
	mistakes: {
		'Only 50 messages come': 'turn on **Return All**, or raise **Limit**',
		'Messages of old campaigns are missing: without **Campaign IDs** the service may leave them out':
			'give the IDs of their campaigns',
		'A call for each message whose ID you have': 'Delivery Report > Get reads 100 in a call',
	},
	run: async (h) => {
		h.service.setFreedoms({ totalOff: 1 });
		const options = { acceptIncomplete: true, withNumberInfo: true };
		return await h.run('message.getAll', { simplify: true, options });
	},
};
