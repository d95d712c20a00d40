import type { Report } from './outputs.mts';
import type { Played } from './play.mts';
import type { SendCall } from './wants.mts';

/** What is counted over all scenarios. */
export interface Totals {
	executions: number;
	tries: number;
	deaths: number;
	sendCalls: number;
	listCalls: number;
	storeWrites: number;
	foreign: number;
	/** Messages of the node that the service took. */
	accepted: number;
	/** Calls whose outcome the node could not know. */
	doubtful: number;
	/** What the items said. */
	recovered: number;
	saidUnknown: number;
	saidRefused: number;
	saidNotSent: number;
	saidSkipped: number;
	/** Where nothing stood in the way: lost answers of accepted messages that were found, and all of them. */
	findable: number;
	found: number;
	/** Messages that others sent in the same second as the node's own call, and that were taken for it. */
	coincidences: number;
	/** The same where the zone or the account's clock is wrong, and no message of the run could show it. */
	misled: number;
	/** Sent again, because another process wrote over what was recorded. */
	writtenOver: number;
	duplicates: number;
	sentAfterUnknown: number;
	unaccounted: number;
	falseAdoptions: number;
	unknownUnwritten: number;
	/** Unknown without a call: after a process died, where the store failed or was written over ... */
	unknownAfterDeath: number;
	unknownStoreFailed: number;
	/** ... or where another process is at it. */
	unknownBeside: number;
}

export const emptyTotals = (): Totals => ({
	...{ executions: 0, tries: 0, deaths: 0, sendCalls: 0, listCalls: 0, storeWrites: 0, foreign: 0 },
	...{ accepted: 0, doubtful: 0, recovered: 0, saidUnknown: 0, saidRefused: 0, saidNotSent: 0 },
	...{ saidSkipped: 0, findable: 0, found: 0, coincidences: 0, duplicates: 0, sentAfterUnknown: 0 },
	...{ unaccounted: 0, falseAdoptions: 0, unknownUnwritten: 0, unknownAfterDeath: 0 },
	...{ unknownStoreFailed: 0, unknownBeside: 0, misled: 0, writtenOver: 0 },
});

export const entriesOf = (totals: Totals): Array<[keyof Totals, number]> =>
	Object.entries(totals) as Array<[keyof Totals, number]>;

/** Counts what happened in a scenario. */
export function addTo(
	totals: Totals,
	{ world, ended }: Played,
	calls: SendCall[],
	reports: Report[],
): void {
	totals.executions += ended.length;
	totals.tries += world.attempts.length;
	totals.deaths += ended.reduce((sum, { deaths }) => sum + deaths, 0);
	totals.sendCalls += calls.length;
	totals.listCalls += world.network.sent.filter(({ method }) => method === 'Message/List').length;
	totals.storeWrites += world.store.writes;
	totals.foreign += world.plan.foreign.length;
	totals.accepted += calls.flatMap(({ accepted }) => accepted).length;
	totals.doubtful += calls.filter(({ doubtful }) => doubtful).length;
	for (const { json, outcome, failed } of reports.flatMap(({ said }) => said)) {
		if (json.recovered === true) totals.recovered++;
		if (outcome === 'skipped') totals.saidSkipped++;
		if (!failed) continue;
		if (outcome === 'unknown') totals.saidUnknown++;
		if (outcome === 'refused') totals.saidRefused++;
		if (outcome === 'notSent') totals.saidNotSent++;
	}
}
