/**
 * What users save in their workflows: none of these names and values may ever change or go. Each
 * operation with its parameters; a collection's fields stand behind a dot.
 */
export const SAVED: Record<string, Record<string, string[]>> = {
	link: {
		'link.create': [
			'fullLink',
			'additionalFields.status',
			'additionalFields.expirationDate',
			'additionalFields.comment',
		],
		'link.delete': ['link'],
		'link.get': ['link', 'simplify'],
		'link.getAll': [
			'returnAll',
			'limit',
			...['status', 'moderatorStatus', 'createTsFrom', 'createTsTo', 'query'].map(
				(name) => `filters.${name}`,
			),
			'sort.by.field',
			'sort.by.direction',
			'options.severalSortFields',
			'simplify',
		],
		'link.update': [
			'link',
			...['status', 'comment', 'expiration', 'expirationDate'].map(
				(name) => `updateFields.${name}`,
			),
		],
		'campaign.getLinks': ['campaignId'],
		'statistics.get': ['link', 'type', 'dateFrom', 'dateTo', 'output'],
	},
	message: {
		'message.send': [
			'recipient',
			'text',
			...['from', 'campaignName', 'deferredToTs', 'shortenLinks', 'validity', 'defaultCountry'].map(
				(name) => `additionalFields.${name}`,
			),
			...[
				'maxConcurrent',
				'interval',
				'sendOnceKey',
				'ifSeen',
				'dryRun',
				'maxSegments',
				'maxMessages',
				'maxTotalSegments',
				'waitForDelivery',
				'smartEncoding',
				...['from', 'to', 'days', 'timezone'].map((name) => `allowedHours.values.${name}`),
			].map((name) => `options.${name}`),
		],
		'message.sendAndWait': [
			'recipient',
			'message',
			'responseType',
			...['approvalType', 'approveLabel', 'disapproveLabel'].map(
				(name) => `approvalOptions.values.${name}`,
			),
			...['defaultCountry', 'from', 'maxSegments'].map((name) => `options.${name}`),
			...['limitType', 'resumeAmount', 'resumeUnit', 'maxDateAndTime'].map(
				(name) => `options.limitWaitTime.values.${name}`,
			),
		],
		'message.getAll': [
			'returnAll',
			'limit',
			...[
				...['campaignIds', 'from', 'to', 'text', 'status', 'groups', 'campaignStatus'],
				...['campaignCreateTs', 'campaignSentTs', 'startSendTs', 'statusUpdateTs'].flatMap(
					(name) => [`${name}From`, `${name}To`],
				),
			].map((name) => `filters.${name}`),
			'sort.by.field',
			'sort.by.direction',
			'options.severalSortFields',
			'options.withNumberInfo',
			'simplify',
		],
		'message.preview': ['recipient', 'text', 'defaultCountry'],
		'deliveryReport.get': ['messageIds', 'options.missing'],
	},
};

/** The values that can be chosen in a parameter. */
export const VALUES: Array<
	[node: string, operation: string, parameter: string, values: Array<string | number>]
> = [
	['link', 'link.create', 'additionalFields.status', [0, 1]],
	['link', 'link.getAll', 'filters.moderatorStatus', [0, 1]],
	[
		'link',
		'link.getAll',
		'sort.by.field',
		['clickCnt', 'code', 'createTs', 'expirationDate', 'fullLink'],
	],
	['link', 'link.getAll', 'sort.by.direction', ['ASC', 'DESC']],
	['link', 'link.update', 'updateFields.expiration', ['date', 'keep', 'never']],
	['link', 'statistics.get', 'type', ['daily', 'hourly', 'minute', 'monthly']],
	['link', 'statistics.get', 'output', ['raw', 'rows', 'totals']],
	['message', 'message.send', 'options.ifSeen', ['error', 'skip']],
	[
		'message',
		'message.send',
		'options.allowedHours.values.days',
		['fri', 'mon', 'sat', 'sun', 'thu', 'tue', 'wed'],
	],
	[
		'message',
		'message.getAll',
		'sort.by.field',
		['campaignId', 'from', 'segNum', 'startSendTs', 'status', 'statusUpdateTs', 'text', 'to'],
	],
	[
		'message',
		'message.getAll',
		'filters.status',
		['ACCEPTD', 'DELETED', 'DELIVRD', 'ENQUEUD', 'EXPIRED', 'NEW', 'PDLIVRD', 'REJECTD', 'UNDELIV'],
	],
	[
		'message',
		'message.getAll',
		'filters.campaignStatus',
		[
			...['AUTO_READY_FOR_SEND', 'DECLINED', 'DEFERRED', 'DONE', 'MODERATION', 'NEW'],
			...['NOT_YET_SENT', 'READY_FOR_SEND', 'RUNNING', 'SENT'],
		],
	],
	['message', 'deliveryReport.get', 'options.missing', ['error', 'omit']],
];

export const DEFAULTS: Array<[node: string, operation: string, parameter: string, value: unknown]> =
	[
		['link', 'link.get', 'simplify', true],
		['link', 'link.getAll', 'returnAll', false],
		['link', 'link.getAll', 'limit', 50],
		['link', 'link.update', 'updateFields.expiration', 'keep'],
		['link', 'statistics.get', 'type', 'daily'],
		['link', 'statistics.get', 'output', 'rows'],
		['message', 'message.getAll', 'options.withNumberInfo', false],
		['message', 'message.send', 'additionalFields.shortenLinks', false],
		['message', 'message.send', 'options.maxConcurrent', 0],
		['message', 'message.send', 'options.interval', 0],
		['message', 'message.send', 'options.ifSeen', 'skip'],
		['message', 'message.send', 'options.dryRun', false],
		['message', 'message.send', 'options.smartEncoding', false],
		['message', 'message.send', 'options.allowedHours.values.timezone', ''],
		['message', 'message.send', 'options.waitForDelivery', 0],
		['message', 'deliveryReport.get', 'options.missing', 'omit'],
	];
