import type { Report } from './outputs.mts';
import type { Played } from './play.mts';
import type { SendCall, Want } from './wants.mts';

/** What nobody could do better, by the record of the service and of n8n's store. */

/** Another process wrote over the key that had been recorded of the earlier call, before the later one began. */
export function wasWrittenOver({ world }: Played, calls: SendCall[]): boolean {
	return calls.slice(0, -1).some((earlier, n) =>
		world.store.lost.some(({ life, writtenAt, lostAt }) => {
			const isOfCall = life === earlier.life && writtenAt <= earlier.startedAt;
			return isOfCall && lostAt <= calls[n + 1].startedAt;
		}),
	);
}

/** When the message of a call that nobody heard of was sure to be in the list, in ms by n8n's clock. */
function shownBy({ world }: Played, id: string): number {
	const { listLag, clockOffset, freedoms } = world.scenario;
	const made = world.service.store.message(id)?.createdAt ?? 0;
	return (
		made + listLag + (freedoms.listLagUpTo ?? 0) - clockOffset - (freedoms.accountClockOffset ?? 0)
	);
}

/** ms. */
const LATE = 75_000;

/** The list showed a message later than another process, which knows nothing else of it, has to wait. */
export function wasShownTooLate(played: Played, calls: SendCall[]): boolean {
	return calls.slice(0, -1).some((earlier, n) =>
		earlier.accepted.some((id) => {
			const { life, endedAt = Infinity } = earlier;
			const isElsewhere = life !== calls[n + 1].life;
			const left = life.diedAt ?? (isElsewhere ? endedAt : Infinity);
			const shown = shownBy(played, id);
			return shown > left + LATE && shown > calls[n + 1].startedAt - LATE;
		}),
	);
}

/** When n8n was killed its clock was over a minute ahead of what it showed later: what it had sent looks older than that. */
export function wasFarAhead({ world }: Played, calls: SendCall[]): boolean {
	const { startedAt, scenario } = world;
	return calls.slice(1).some((later, n) => {
		const set = scenario.clockSteps.filter(({ after }) => startedAt + after < later.startedAt);
		const back = set.reduce((ms, { by }) => ms + Math.max(0, -by), 0);
		return calls[n].life !== later.life && back > 60_000;
	});
}

/**
 * Whoever makes the later call, or says how a message ended, can know that the earlier one may have been accepted: from its journal, from its own
 * process, or by a Send Once Key of another execution. Of all else the list tells, as it shows it.
 */
export function isKnown(
	{ ended }: Played,
	earlier: SendCall,
	later: Pick<SendCall, 'root' | 'execution' | 'life'>,
): boolean {
	if (earlier.accepted.length > 0 || earlier.root !== later.root) return true;
	if (earlier.life.diedAt !== undefined) return false;
	const { lineage = [] } = ended.find(({ execution }) => execution === later.execution) ?? {};
	return earlier.life === later.life || [...lineage, later.execution].includes(earlier.execution);
}

/** An item may be unknown although no call was made for it that leaves doubt: in a retry, or for a key in use. */
export function cannotBeKnown(
	{ world, ended }: Played,
	{ ended: { isRetry, execution } }: Report,
	want: Want,
	users: Want[],
): boolean {
	if (isRetry) return true;
	const isOther = (other: { execution: string }) => other.execution !== execution;
	// Calls of an agent wait for each other, too.
	const areAtOnce = world.scenario.toolsAtOnce && users.length > 1;
	const isInUse = users.flatMap(({ calls }) => calls).some(isOther) || ended.some(isOther);
	const { failures, rivals } = world.scenario.store;
	return want.items[0].key !== null && (isInUse || areAtOnce || failures + rivals > 0);
}
