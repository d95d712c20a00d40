import type { CallRecord } from '../../service/index.mts';

/** The most calls that were under way at the same time, as the service saw them. */
export const mostAtOnce = (calls: readonly CallRecord[]): number =>
	Math.max(
		...calls.map(
			({ startedAt }) =>
				calls.filter(
					(other) => other.startedAt <= startedAt && (other.endedAt ?? Infinity) > startedAt,
				).length,
		),
	);
