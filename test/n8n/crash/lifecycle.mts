import type { Step } from '../../service/index.mts';

/** Longer than n8n is away after a kill, and a poll: a status that lasts so long is seen. In ms. */
export const LASTING = 45_000;

/** Numbers of the messages that all change at once. */
export const BACKLOG_PREFIX = '7702';

/**
 * What becomes of a message: every second one passes through all statuses within seconds, the others
 * keep one long enough to be seen by some poll.
 */
export function lifecycle(to: string): Step[] {
	if (to.startsWith(BACKLOG_PREFIX)) return [{ after: 0, status: 'DELIVRD' }];
	const last = { '1': 'UNDELIV', '2': 'EXPIRED', '4': 'REJECTD' }[to.slice(-1)] ?? 'DELIVRD';
	const isQuick = Number(to.slice(-2)) % 2 === 0;
	return [
		{ after: 500, status: 'ENQUEUD' },
		{ after: 1_500, status: 'ACCEPTD' },
		{ after: isQuick ? 3_000 : 1_500 + LASTING, status: last },
	];
}

/** The statuses of a message that some poll must have seen. */
export function lastingStatuses(to: string): string[] {
	const steps = lifecycle(to);
	return steps
		.filter(({ after }, i) => (steps[i + 1]?.after ?? Infinity) - after >= LASTING)
		.map(({ status }) => status);
}
