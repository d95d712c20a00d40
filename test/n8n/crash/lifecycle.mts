import type { Step } from '../../service/index.mts';

/** Numbers of the messages of the backlog. */
export const BACKLOG_PREFIX = '7702';

/** What becomes of a message: it comes to its end within seconds, before the trigger is through its backlog. */
export function lifecycle(to: string): Step[] {
	if (to.startsWith(BACKLOG_PREFIX)) return [{ after: 0, status: 'DELIVRD' }];
	const last = { '1': 'UNDELIV', '2': 'EXPIRED', '4': 'REJECTD' }[to.slice(-1)] ?? 'DELIVRD';
	return [
		{ after: 500, status: 'ENQUEUD' },
		{ after: 1_500, status: 'ACCEPTD' },
		{ after: 3_000, status: last },
	];
}
