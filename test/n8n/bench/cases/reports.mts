import { answersOf, runOwn, type Case } from '../lib/contest.mts';
import { httpRequest } from '../lib/httpRequest.mts';

export const reports: Case = {
	name: 'Delivery reports',
	rivalName: 'HTTP Request, one call an item',
	concurrency: 5,
	async setUp({ remote, n8n, sizes }) {
		await remote.reset();
		const ids = await remote.addMessages(sizes.reports);
		const items = ids.map((messageId) => ({ messageId }));
		const node = httpRequest(remote.url, 'Message/GetSMSStatus', {
			'ids[0]': '={{ $json.messageId }}',
		});
		return {
			async prepare() {},
			ours: async () =>
				await runOwn(
					n8n,
					'message',
					'deliveryReport.get',
					{ messageIds: '={{ $json.messageId }}' },
					items,
				),
			rival: async () => answersOf(await n8n.run([node], items)),
			size: ids.length,
			expected: { ours: ids.length, rival: ids.length },
			leastCalls: Math.ceil(ids.length / 100),
		};
	},
};
