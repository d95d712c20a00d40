import { answersOf, runOwn, type Case } from '../lib/contest.mts';
import { allPages, httpRequest, splitOut } from '../lib/httpRequest.mts';

export const returnAll: Case = {
	name: 'Return All messages',
	rivalName: 'HTTP Request with pagination, Split Out',
	concurrency: 5,
	async setUp({ remote, n8n, sizes: { messages } }) {
		await remote.reset();
		await remote.addMessages(messages);
		const first = { 'pagination[pageSize]': 100, 'pagination[currentPage]': 0 };
		const nodes = [
			httpRequest(remote.url, 'Message/List', first, allPages),
			splitOut('data.items'),
		];
		return {
			async prepare() {},
			ours: async () => await runOwn(n8n, 'message', 'message.getAll', { returnAll: true }, [{}]),
			rival: async () => answersOf(await n8n.run(nodes, [{}]), '2'),
			size: messages,
			expected: { ours: messages, rival: messages },
			leastCalls: Math.ceil(messages / 100),
		};
	},
};
