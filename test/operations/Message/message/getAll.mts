import { message } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Get many SMS messages',
	saved: [
		'returnAll',
		'limit',
		...[
			...['campaignIds', 'from', 'to', 'text', 'status', 'groups', 'campaignStatus'],
			...['campaignCreateTs', 'campaignSentTs', 'startSendTs', 'statusUpdateTs'].flatMap((name) => [
				`${name}From`,
				`${name}To`,
			]),
		].map((name) => `filters.${name}`),
		'sort.by.field',
		'sort.by.direction',
		'options.acceptIncomplete',
		'options.severalSortFields',
		'options.withNumberInfo',
		'simplify',
	],
	values: {
		'sort.by.field': [
			...['campaignId', 'from', 'segNum', 'startSendTs'],
			...['status', 'statusUpdateTs', 'text', 'to'],
		],
		'filters.status': [
			...['ACCEPTD', 'DELETED', 'DELIVRD', 'ENQUEUD', 'EXPIRED', 'NEW'],
			...['PDLIVRD', 'REJECTD', 'UNDELIV'],
		],
		'filters.campaignStatus': [
			...['AUTO_READY_FOR_SEND', 'DECLINED', 'DEFERRED', 'DONE', 'MODERATION', 'NEW'],
			...['NOT_YET_SENT', 'READY_FOR_SEND', 'RUNNING', 'SENT'],
		],
	},
	defaults: { 'options.withNumberInfo': false },
	output: message,
	sample: { id: 70000000001, status: 'DELIVRD' },
	mistakes: [
		['Only 50 messages come', 'turn on **Return All**, or raise **Limit**'],
		[
			'The status of messages whose IDs you have, one call for each',
			'Delivery Report > Get reads 100 IDs in a call',
		],
		['Several numbers in **To**', 'it takes one number, or a part of one'],
	],
	run: async (h) =>
		await h.message('message.getAll', { simplify: true, options: { withNumberInfo: true } }),
};
