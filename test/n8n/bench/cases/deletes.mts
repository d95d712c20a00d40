import { answersOf, runOwn, type Case } from '../lib/contest.mts';
import { httpRequest } from '../lib/httpRequest.mts';

export const deletes: Case = {
	name: 'Delete links',
	rivalName: 'HTTP Request, one call an item',
	concurrency: 5,
	async setUp({ remote, n8n, sizes }) {
		// The service starts its ids anew at each reset.
		const prepare = async () => {
			await remote.reset();
			return await remote.addLinks(sizes.deletes);
		};
		const items = (await prepare()).map(({ id }) => ({ id }));
		const link = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const node = httpRequest(remote.url, 'Link/Delete', { 'ids[0]': '={{ $json.id }}' });
		return {
			prepare: async () => void (await prepare()),
			ours: async () => await runOwn(n8n, 'link', 'link.delete', { link }, items),
			rival: async () => answersOf(await n8n.run([node], items)),
			size: items.length,
			expected: { ours: items.length, rival: items.length },
			leastCalls: Math.ceil(items.length / 100),
		};
	},
};
