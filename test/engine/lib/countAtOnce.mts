import type { LocalService } from '../../service/index.mts';

/**
 * Counts, as each call arrives from now on, how many are under way, whatever clock the service has. To be called
 * before faults are added, which would be looked at first.
 *
 * @returns the most so far
 */
export function countAtOnce({ calls, faults }: LocalService): () => number {
	let most = 0;
	const when = () => {
		most = Math.max(most, calls.filter(({ endedAt }) => endedAt === undefined).length);
		return false;
	};
	faults.add({ when, kind: { delay: 0 } });
	return () => most;
}
