import type { IDataObject } from 'n8n-workflow';

import type { Remote } from './lib/remote.mts';

const SECOND = 1000;
/** For n8n's own nodes: the time of the last poll, which they would have to remember. */
export const CHANGED = {
	'criteria[statusUpdateTsFrom]': '={{ $json.since }}',
	'sort[statusUpdateTs]': 'DESC',
};

/** Old messages, spread over a day, so that no poll has more than a few old changes to read again. */
export async function addChanges(remote: Remote, count: number): Promise<IDataObject[]> {
	const start = await startOf(remote);
	for (let part = 0; part < 100; part++) {
		await remote.post('messages', {
			count: 10,
			statusUpdateTs: start - (100 - part) * 800 * SECOND,
		});
	}
	await remote.post('messages', { statusUpdateTs: start });
	return [{ since: timeText(start + SECOND), count }];
}

/** No divisor of a page: seconds begin and end anywhere in it. */
const A_SECOND = 47;

/** The changes that a poll is to find. */
export async function change(remote: Remote, count: number): Promise<void> {
	const start = await startOf(remote);
	for (let done = 0; done < count; done += A_SECOND) {
		const statusUpdateTs = start + (10 + done / A_SECOND) * SECOND;
		await remote.post('messages', { count: Math.min(A_SECOND, count - done), statusUpdateTs });
	}
}

const startOf = async (remote: Remote) => Math.floor((await remote.state()).now / SECOND) * SECOND;

/** By the account's clock, in Almaty. */
const timeText = (ms: number) =>
	new Date(ms + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
