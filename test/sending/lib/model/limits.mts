import type { Report } from './outputs.mts';
import type { Played } from './play.mts';
import { areAtOnce } from './scenario.mts';
import type { SendCall, Want } from './wants.mts';
import type { World } from './world.mts';

/**
 * What nobody could do better with n8n's store, by the store's own record. It is read and written
 * whole, without a lock, and can be asked only by adding.
 */

/** Another process wrote over what had been recorded of the earlier call, before the later one began. */
export function wasWrittenOver({ world }: Played, calls: SendCall[]): boolean {
	return calls.slice(0, -1).some((earlier, n) =>
		world.store.lost.some(({ life, writtenAt, lostAt }) => {
			const isOfCall = life === earlier.life && writtenAt <= earlier.startedAt;
			return isOfCall && lostAt <= calls[n + 1].startedAt;
		}),
	);
}

/** The job was started again, and the store does not work: nothing shows that the first start sent it. */
export const couldNotAsk = ({ scenario }: World, { ended }: Report): boolean =>
	ended.deaths > 0 && scenario.store.failures > 0;

/** ms. */
const LOOKS_UP = 60_000;

/**
 * Why an item may be unknown although no call was made for it that leaves doubt: somebody recorded it,
 * and it cannot be known who. @returns undefined where nothing explains it
 */
export function cannotBeKnown(
	{ world, ended }: Played,
	{ ended: { at, execution }, run }: Report,
	want: Want,
	users: Want[],
): 'afterDeath' | 'storeFailed' | 'beside' | undefined {
	const { scenario, store, lives, attempts } = world;
	const before = (time: number) => time <= at;
	// It was recorded ahead, and what had recorded it was killed.
	if (lives.some(({ diedAt = Infinity }) => before(diedAt))) return 'afterDeath';
	// Whether it had been there before it was written is lost with the answer, or was written over.
	const changes = [...store.failedLateAt, ...store.restoredAt];
	if (changes.some(before) || store.lost.some(({ lostAt }) => before(lostAt))) return 'storeFailed';
	// What an earlier try had taken back came back while the last one recorded it anew.
	const began = Math.max(
		...attempts.flatMap((each) =>
			each.execution === execution && each.run === run ? each.at : [],
		),
	);
	if (store.broughtBackAt.some((time) => began <= time && before(time))) return 'storeFailed';
	// Another process is at it: a retry of the same execution, or an execution with the same key.
	const isOther = (other: { execution: string }) => other.execution !== execution;
	const others =
		users.flatMap(({ calls }) => calls).some(isOther) ||
		// It may have the key, and not have got to it: after the keys the run looks up for a minute.
		ended.some((other) => isOther(other) && other.at > at - LOOKS_UP);
	const isRetried = areAtOnce(scenario) && ended.some((each) => each.root === want.root);
	return (want.items[0].key !== null && others) || isRetried ? 'beside' : undefined;
}
