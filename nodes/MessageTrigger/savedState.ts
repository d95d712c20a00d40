import { isRecord } from '../shared/api/envelope';
import type { State } from './cursor';
import type { Groups } from './groups';

/**
 * The state in n8n's static data, if it is one of this scope.
 *
 * @returns undefined where the trigger is to start anew: nothing saved, other filters, another account
 */
export function readState(saved: unknown, scope: string): State | undefined {
	if (!isRecord(saved) || saved.scope !== scope) return undefined;
	const { from, newest, newestAt, known, fingerprints } = saved;
	if (typeof from !== 'string' || typeof newest !== 'string') return undefined;
	if (typeof newestAt !== 'number' || typeof fingerprints !== 'string') return undefined;
	return isGroups(known) ? { scope, from, newest, newestAt, known, fingerprints } : undefined;
}

const isGroups = (value: unknown): value is Groups =>
	isRecord(value) &&
	Object.values(value).every(
		(statuses) =>
			isRecord(statuses) && Object.values(statuses).every((ids) => typeof ids === 'string'),
	);
