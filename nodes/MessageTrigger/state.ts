import { isRecord } from '../shared/api/envelope';
import type { Choice } from './choice';
import type { Packed } from './memory';
import type { Start } from './position';
import { isTime } from './times';

/** A choice that was in force, and the newest change that was there when it ended. */
export interface Edit {
	/** Null before the trigger began: nothing was wanted. */
	choice: Choice | null;
	until: string;
	/** No message was there, as far as can be known. */
	wasEmpty: boolean;
}

/** What the trigger remembers from poll to poll. A plain object: n8n stores it as JSON. */
export interface State extends Packed, Start {
	/** Of which account this is the state: another one starts anew. */
	account: string;
	choice: Choice;
	/** The newest time that was not dated ahead when the trigger began; '' without messages. */
	begun: string;
	/** Until everything that was there at these edits is read. */
	edits: Edit[];
	/** The poll before stopped here, part of the way, after `from`. */
	onward?: string;
	/** By how many seconds the times of changes are ahead of the service's clock in UTC, at least; undefined until seen. */
	stampLead?: number;
	/** The poll before did not stop part of the way. */
	isWhole: boolean;
	/** Everything since is in the memory; what is older is not read again. */
	since: string;
	/** When news came last, and when the last hour is to be read again, in ms of the service's clock. */
	newsAt: number;
	lookAt: number;
	/** By how many ms the service's clock is ahead of that of n8n. */
	clockLead: number;
	/** Polls in a row that did not get on, */
	stuck: number;
	/** for this did not show although it must be there; undefined where time was too short. */
	missing?: string;
}

/**
 * The state in n8n's static data, if it is one of this account.
 *
 * @returns undefined where the trigger is to start anew: nothing saved, another account, an older version
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
