import { answersOf, runOwn, type Case } from '../lib/contest.mts';
import { httpRequest } from '../lib/httpRequest.mts';

/** Recipients of messages, all different. */
export const recipients = (count: number): Array<{ to: string }> =>
	Array.from({ length: count }, (_, n) => ({ to: String(77_010_100_000 + n) }));

export const TEXT = 'Your order is ready';

export const sends: Case = {
	name: 'Sends',
	rivalName: 'HTTP Request, all calls at once',
	concurrency: 5,
	async setUp({ remote, n8n, sizes }) {
		const items = recipients(sizes.sends);
		const node = httpRequest(remote.url, 'Message/SendSmsMessage', {
			recipient: '={{ $json.to }}',
			text: TEXT,
		});
		return {
			prepare: async () => await remote.reset(),
			ours: async () =>
				await runOwn(
					n8n,
					'message',
					'message.send',
					{ recipient: '={{ $json.to }}', text: TEXT },
					items,
				),
			rival: async () => answersOf(await n8n.run([node], items)),
			size: items.length,
			expected: { ours: items.length, rival: items.length },
			leastCalls: items.length,
		};
	},
};
