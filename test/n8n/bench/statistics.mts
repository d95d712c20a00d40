import { DateTime } from 'luxon';

import type { Remote } from './lib/remote.mts';

const FROM = DateTime.fromISO('2023-01-01', { zone: 'Asia/Almaty' });
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
