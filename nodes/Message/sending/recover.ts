import { pause } from '../../shared/api/pause';
import { groupBy } from '../../shared/groupBy';
import { CONCURRENCY } from '../../shared/operation/eachItem';
import { pool } from '../../shared/operation/pool';
import type { Run } from '../../shared/operation/run';
import { settle } from '../../shared/outcome';
import { comparable, findSent } from './lookUp';
import type { Outgoing } from './outgoing';
import type { Acceptance } from './verdict';

/** A message that may or may not have been sent. */
export interface Unclear {
	index: number;
	message: Outgoing;
	/** When its call began, in ms since the epoch. */
	since: number;
	/** What came instead of an answer; undefined for a call of an earlier try. */
	fault?: unknown;
}

/** A message may show in the list some time after it was accepted. In ms, 15.5 s in all. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/**
 * Looks unclear messages up in the service's list, all of them together, a few times with growing
 * pauses. Messages to the same recipient with the same text, or with texts that differ in links that
 * the service shortened, cannot be told apart: they are adopted only when as many are found as were
 * tried; mostly that is exactly one.
 *
 * @param taken ids that belong to other items; adopted ones are added
 * @param adopt told of each message that was found
 * @returns those that stay unclear
 */
export async function recover(
	run: Run,
	unclear: Unclear[],
	taken: Set<string>,
	adopt: (item: Unclear, acceptance: Acceptance) => void,
): Promise<Unclear[]> {
	let open = alike(unclear);
	for (const wait of PAUSES_MS) {
		if (open.length === 0 || run.cancelled) break;
		await pause(wait, run.service.signal);
		const found = new Set<Unclear[]>();
		await pool(
			open,
			CONCURRENCY,
			() => run.cancelled,
			async (group) => {
				const since = group.reduce((first, item) => Math.min(first, item.since), Infinity);
				const outcome = await settle(
					async () => await findSent(run.service, group[0].message, since),
				);
				// A look-up that went wrong found nothing; the next round asks again.
				const listed = 'value' in outcome ? outcome.value : [];
				// Asked only now: look-ups that run side by side may find the same message.
				const fits = listed.filter(({ messageId }) => !taken.has(String(messageId)));
				if (fits.length !== group.length) return;
				found.add(group);
				group.forEach((item, position) => adopt(item, fits[position]));
				for (const { messageId } of fits) taken.add(String(messageId));
			},
		);
		open = open.filter((group) => !found.has(group));
	}
	return open.flat();
}

const alike = (unclear: Unclear[]): Unclear[][] =>
	groupBy(unclear, ({ message }) => `${message.recipient} ${comparable(message.text, message)}`);
