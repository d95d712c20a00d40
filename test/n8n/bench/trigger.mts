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

/** The changes that a poll is to find, a hundred in each second. */
export async function change(remote: Remote, count: number): Promise<void> {
	const start = await startOf(remote);
	for (let done = 0; done < count; done += 100) {
		const statusUpdateTs = start + (10 + done / 100) * SECOND;
		await remote.post('messages', { count: 100, statusUpdateTs });
	}
}

const startOf = async (remote: Remote) => Math.floor((await remote.state()).now / SECOND) * SECOND;

/** By the account's clock, in Almaty. */
const timeText = (ms: number) =>
	new Date(ms + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
