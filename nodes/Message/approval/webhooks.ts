import type { IWebhookDescription } from 'n8n-workflow';

const waiting = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
} as const;

/** Where a waiting execution can be called: GET shows the question, POST answers it. */
export const webhooks: IWebhookDescription[] = [
	{ ...waiting, httpMethod: 'GET' },
	{ ...waiting, httpMethod: 'POST' },
];
