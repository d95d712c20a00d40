import { isRecord } from '../shared/api/envelope';
import type { Choice } from './choice';
import type { Packed } from './memory';
import type { Start } from './position';
import { isTime } from './times';

/** A former choice, and the newest change when it ended. */
interface Edit {
	/** Null before the trigger began: nothing was wanted. */
	choice: Choice | null;
	until: string;
	/** No message was there, as far as known. */
	wasEmpty: boolean;
}

/** What the trigger remembers from poll to poll. A plain object: n8n stores it as JSON. */
export interface State extends Packed, Start {
	/** The account of this state: for another one the trigger begins anew. */
	account: string;
	choice: Choice;
	/** The newest time that was not dated ahead when the trigger began; '' without messages. */
	begun: string;
	/** Kept until every change before them is read. */
	edits: Edit[];
	/** The poll before had to stop here, after `from`. */
	onward?: string;
	/** By how many seconds the times of changes are ahead of the service's clock in UTC, at least; undefined until seen. */
	stampLead?: number;
	/** The poll before reached the end. */
	isWhole: boolean;
	/** All changes since then are in the memory; older ones are not read again. */
	since: string;
	/** When the last new change was read, and when the last hour is to be read again, in ms of the service's clock. */
	newsAt: number;
	lookAt: number;
	/** By how many ms the service's clock is ahead of that of n8n. */
	clockLead: number;
	/** Polls in a row without progress. */
	stuck: number;
	/** What these polls did not show although it must be there; undefined if time was too short. */
	missing?: string;
}

/**
 * The state in n8n's static data, if it is one of this account.
 *
 * @returns undefined if the trigger begins anew: nothing saved, another account, an older version
 */
export function readState(saved: unknown, account: string): State | undefined {
	return isState(saved) && saved.account === account ? saved : undefined;
}

function isState(saved: unknown): saved is State {
	if (!isRecord(saved)) return false;
	const { from, since, newest, known, statuses, choice, edits, ...rest } = saved;
	return (
		isTime(from) &&
		isTime(since) &&
		typeof rest.begun === 'string' &&
		typeof newest === 'string' &&
		typeof known === 'string' &&
		Array.isArray(statuses) &&
		isRecord(choice) &&
		Array.isArray(edits) &&
		[rest.newsAt, rest.lookAt, rest.clockLead, rest.stuck].every(Number.isFinite)
	);
}
