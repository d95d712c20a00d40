import { isFindable } from './adoption.mts';
import { saidOf, type Report } from './outputs.mts';
import type { Played } from './play.mts';
import type { SendCall, Want } from './wants.mts';

export const NOTHING = {
	/** Executions that were killed. */
	deaths: 0,
	/** Messages of others. */
	foreign: 0,
	/** Messages of the node that the service took. */
	accepted: 0,
	/** Calls whose outcome the node could not know. */
	doubtful: 0,
	/** Messages whose answer was lost, and that the node found. */
	recovered: 0,
	/** Where nothing stood in the way: messages whose answer was lost, and those of them that were found. */
	findable: 0,
	found: 0,
};

type Totals = typeof NOTHING;

export const plus = (all: Totals, more: Totals): Totals =>
	Object.fromEntries(
		Object.entries(more).map(([name, count]) => [name, all[name as keyof Totals] + count]),
	) as Totals;

/** Counts what happened in a scenario. */
export function totalsOf(
	played: Played,
	calls: SendCall[],
	wants: Want[],
	reports: Report[],
): Totals {
	const { world, ended } = played;
	const said = reports.flatMap((report) => report.said);
	const isFound = ({ json }: (typeof said)[number]) => json.recovered === true;
	const sought = wants
		.filter((want) => isFindable(played, want, wants))
		.flatMap((want) => reports.flatMap((report) => saidOf(report, want)))
		.filter((each) => isFound(each) || each.outcome === 'unknown');
	return {
		deaths: ended.filter(({ crashed }) => crashed).length,
		foreign: world.plan.foreign.length,
		accepted: calls.flatMap(({ accepted }) => accepted).length,
		doubtful: calls.filter(({ doubtful }) => doubtful).length,
		recovered: said.filter(isFound).length,
		findable: sought.length,
		found: sought.filter(isFound).length,
	};
}
