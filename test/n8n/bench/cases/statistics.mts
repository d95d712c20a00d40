import { DateTime } from 'luxon';

import { answersOf, runOwn, type Case } from '../lib/contest.mts';
import { httpRequest, splitOut } from '../lib/httpRequest.mts';

const FROM = DateTime.fromISO('2023-01-01', { zone: 'Asia/Almaty' });
/** Three years. */
const DAYS = 1096;
/** The longest span that the service reports on by day, to the second. */
const SPAN = { days: 90 };
const SPANS = Math.ceil(DAYS / 90);

const text = (time: DateTime) => time.toFormat('yyyy-MM-dd HH:mm:ss');
const end = FROM.plus({ days: DAYS }).minus({ seconds: 1 });

/** Prepared for the HTTP Request node, where a user would need a Code node. */
const spans = Array.from({ length: SPANS }, (_, n) => {
	const from = FROM.plus({ days: 90 * n });
	return { from: text(from), to: text(DateTime.min(from.plus(SPAN).minus({ seconds: 1 }), end)) };
});

export const statistics: Case = {
	name: 'Statistics of links over 3 years by day',
	rivalName: 'HTTP Request, one call a link and 90 days, Split Out',
	concurrency: 5,
	async setUp({ remote, n8n, sizes }) {
		await remote.reset();
		const links = await remote.addLinks(sizes.links);
		for (const [n, { code }] of links.entries()) {
			const at = FROM.plus({ days: (n * 37) % DAYS, hours: 9 }).toMillis();
			await remote.post('clicks', { code, count: 20, at });
		}
		const ids = links.map(({ id }) => id);
		const items = ids.map((id) => ({ id }));
		const parameters = {
			link: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			type: 'daily',
			dateFrom: text(FROM),
			dateTo: text(end),
			output: 'rows',
		};
		const cells = ids.flatMap((id) => spans.map((span) => ({ id, ...span })));
		const nodes = [
			httpRequest(remote.url, 'Link/GetStats', {
				'ids[0]': '={{ $json.id }}',
				type: 'daily',
				'criteria[dateFrom]': '={{ $json.from }}',
				'criteria[dateTo]': '={{ $json.to }}',
			}),
			splitOut('data.items'),
		];
		return {
			async prepare() {},
			ours: async () => await runOwn(n8n, 'link', 'statistics.get', parameters, items),
			rival: async () => answersOf(await n8n.run(nodes, cells), '2'),
			size: ids.length,
			expected: { ours: ids.length * DAYS, rival: ids.length * DAYS },
			leastCalls: Math.ceil(ids.length / 5) * SPANS,
		};
	},
};
