import type { Report } from './outputs.mts';
import type { Played } from './play.mts';
import type { SendCall } from './wants.mts';

/** What is counted over all scenarios. */
const NAMES = [
	...(['deaths', 'foreign'] as const),
	// Messages of the node that the service took, calls whose outcome the node could not know, and what it found.
	...(['accepted', 'doubtful', 'recovered'] as const),
	// Where nothing stood in the way: lost answers of accepted messages, and those of them that were found.
	...(['findable', 'found'] as const),
	// Messages that others sent in the same second, and that were taken for the node's own; and the same where
	// the zone or the account's clock is wrong, and no message of the run could show it.
	...(['coincidences', 'misled'] as const),
	// Sent again, or refused the second time, because another process wrote over a key that was recorded.
	'writtenOver' as const,
	// Sent again, because the list showed the first one later than 75 s after n8n's death.
	'shownTooLate' as const,
	// Sent again, because an equal item of another execution, which was retried, had found the first one.
	'taken' as const,
	// Unknown without a call: in a retry by hand, for a key that another execution has or left open.
	...(['unknownInRetry', 'unknownKey'] as const),
];

export type Totals = Record<(typeof NAMES)[number], number>;

export const emptyTotals = (): Totals =>
	Object.fromEntries(NAMES.map((name) => [name, 0])) as Totals;

export function sumUp(all: Totals, more: Totals): void {
	for (const name of NAMES) all[name] += more[name];
}

/** Counts what happened in a scenario. */
export function addTo(
	totals: Totals,
	{ world, ended }: Played,
	calls: SendCall[],
	reports: Report[],
): void {
	totals.deaths += ended.filter(({ crashed }) => crashed).length;
	totals.foreign += world.plan.foreign.length;
	totals.accepted += calls.flatMap(({ accepted }) => accepted).length;
	totals.doubtful += calls.filter(({ doubtful }) => doubtful).length;
	const said = reports.flatMap((report) => report.said);
	totals.recovered += said.filter(({ json }) => json.recovered === true).length;
}
