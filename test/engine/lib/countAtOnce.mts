import type { CallRecord, LocalService } from '../../service/index.mts';

const isUnderWay = ({ endedAt }: CallRecord): boolean => endedAt === undefined;

/**
 * Counts, as each call arrives from now on, how many are under way, whatever clock the service has. To be called
 * before faults are added, which would be looked at first.
 *
 * @returns the most so far
 */
export function countAtOnce({ calls, faults }: LocalService): () => number {
	let most = 0;
	const when = () => {
		most = Math.max(most, calls.filter(isUnderWay).length);
		return false;
	};
	faults.add({ when, kind: { delay: 0 } });
	return () => most;
}
