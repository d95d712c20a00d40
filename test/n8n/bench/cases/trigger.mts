import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { answersOf, OWN, type Arena, type Case } from '../lib/contest.mts';
import { allPages, httpRequest, splitOut } from '../lib/httpRequest.mts';

const node = { type: `${OWN}.messageTrigger`, parameters: { triggerOn: 'any' } };
const SECOND = 1000;

/** A trigger that was switched on when the service held so many messages; then so many more changed. */
async function setUp({ remote, n8n }: Arena, old: number, changed: number) {
	await remote.reset();
	const { now } = await remote.state();
	const start = Math.floor(now / SECOND) * SECOND;
	// Spread over a day, so that no poll has more than a few old changes to read again.
	for (let part = 0; part < 100; part++) {
		const statusUpdateTs = start - (100 - part) * 800 * SECOND;
		await remote.post('messages', { count: old / 100, statusUpdateTs });
	}
	await remote.post('messages', { statusUpdateTs: start });
	const { staticData } = await n8n.poll(node, {});
	const kept = JSON.stringify(staticData);
	// A hundred in each second.
	for (let done = 0; done < changed; done += 100) {
		await remote.post('messages', {
			count: 100,
			statusUpdateTs: start + (10 + done / 100) * SECOND,
		});
	}
	const since = DateTime.fromMillis(start + SECOND, { zone: 'Asia/Almaty' });
	const nodes = [
		httpRequest(
			remote.url,
			'Message/List',
			{
				'criteria[statusUpdateTsFrom]': since.toFormat('yyyy-MM-dd HH:mm:ss'),
				'sort[statusUpdateTs]': 'DESC',
				'pagination[pageSize]': 100,
				'pagination[currentPage]': 0,
			},
			allPages,
		),
		splitOut('data.items'),
	];
	return {
		async prepare() {},
		ours: async () => {
			const staticData: IDataObject = JSON.parse(kept);
			return { items: (await n8n.poll(node, staticData)).items };
		},
		rival: async () => answersOf(await n8n.run(nodes, [{}]), '2'),
		size: changed || old,
		expected: { ours: changed, rival: changed },
		leastCalls: Math.max(1, Math.ceil(changed / 100)),
	};
}

const rivalName = 'HTTP Request with pagination, Split Out (remembers nothing)';

export const idleTrigger: Case = {
	name: 'Trigger, idle among messages',
	rivalName,
	concurrency: 1,
	setUp: async (arena) => await setUp(arena, arena.sizes.idle, 0),
};

export const busyTrigger: Case = {
	name: 'Trigger, changes',
	rivalName,
	concurrency: 1,
	setUp: async (arena) => await setUp(arena, 1000, arena.sizes.changes),
};
