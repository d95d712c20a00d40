import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import type { Remote } from './lib/service.mts';

/** Of the account. */
const ZONE = 'Asia/Almaty';
const FROM = DateTime.fromISO('2023-01-01', { zone: ZONE });
/** Three years. */
const DAYS = 1096;
/** The longest span that the service reports on by day, to the second. */
const DAYS_A_CALL = 90;

const text = (time: DateTime) => time.toFormat('yyyy-MM-dd HH:mm:ss');
const END = FROM.plus({ days: DAYS }).minus({ seconds: 1 });

/** Parameters of our node. */
export const BY_DAY = { type: 'daily', dateFrom: text(FROM), dateTo: text(END), output: 'rows' };

/** Prepared for the HTTP Request node, where a user would need a Code node. */
export const SPANS = Array.from({ length: Math.ceil(DAYS / DAYS_A_CALL) }, (_, n) => {
	const from = FROM.plus({ days: DAYS_A_CALL * n });
	const to = from.plus({ days: DAYS_A_CALL }).minus({ seconds: 1 });
	return { from: text(from), to: text(DateTime.min(to, END)) };
});

/** Links with clicks. */
export async function addStatistics(remote: Remote, count: number) {
	const links = await remote.addLinks(count);
	for (const [n, { code }] of links.entries()) {
		const at = FROM.plus({ days: (n * 37) % DAYS, hours: 9 }).toMillis();
		await remote.post('clicks', { code, count: 20, at });
	}
	return links.map(({ id }) => ({ id }));
}

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
	return [{ since: text(DateTime.fromMillis(start + SECOND, { zone: ZONE })), count }];
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
