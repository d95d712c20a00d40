import { runOwn, resultOf, type Case } from '../lib/contest.mts';
import { recipients, TEXT } from './sends.mts';

/** Edit Fields with as many expressions: what n8n itself needs for an item. */
const editFields = {
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{ id: '1', name: 'recipient', type: 'string', value: '={{ $json.to }}' },
				{ id: '2', name: 'text', type: 'string', value: TEXT },
			],
		},
		options: {},
	},
};

export const preview: Case = {
	name: 'Preview (no calls)',
	rivalName: 'Edit Fields',
	concurrency: 0,
	async setUp({ n8n, sizes }) {
		const items = recipients(sizes.previews);
		const parameters = { recipient: '={{ $json.to }}', text: TEXT };
		return {
			async prepare() {},
			ours: async () => await runOwn(n8n, 'message', 'message.preview', parameters, items),
			rival: async () => resultOf(await n8n.run([editFields], items)),
			size: items.length,
			expected: { ours: items.length, rival: items.length },
			leastCalls: 0,
		};
	},
};
