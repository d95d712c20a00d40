import { isRecord } from '../shared/api/envelope';
import type { Packed } from './memory';
import type { Place } from './reader';
import { isTime, offsetAt, secondsAfter } from './times';

/** What the trigger remembers from poll to poll. A plain object: n8n stores it as JSON. */
export interface State extends Packed {
	/** Account and filters: for others the trigger begins anew. */
	scope: string;
	/** Where the next poll begins to read. It never goes back but when clocks are set back. */
	from: string;
	/** The newest time seen that was not ahead of the service's clock; '' while there is none. */
	newest: string;
	/** When it was first seen, in ms by the clock of n8n. */
	newestAt: number;
	/** By how many ms the service's clock was ahead of that of n8n. */
	clockLead: number;
	/** While the trigger begins: changes up to then are old. Otherwise ''. */
	begun: string;
	/** By how many seconds the zone was ahead of UTC. */
	offset: number;
	/** The service was seen to include the first second of what is asked for. */
	isInclusive: boolean;
	/** A second that is read page by page, and not to its end yet. */
	place?: Place;
	/** The only status that is read, as the service takes one; '' where it does not, undefined while not known. */
	status?: string;
}

/**
 * The state in n8n's static data, if it is one of this account with these filters.
 *
 * @returns undefined if the trigger begins anew: nothing saved, another account, an older version
 */
export function readState(saved: unknown, scope: string): State | undefined {
	return isState(saved) && saved.scope === scope ? saved : undefined;
}

function isState(saved: unknown): saved is State {
	if (!isRecord(saved)) return false;
	return (
		isTime(saved.from) &&
		(saved.newest === '' || isTime(saved.newest)) &&
		[saved.newestAt, saved.clockLead, saved.offset].every(Number.isFinite) &&
		[saved.begun, saved.known].every((each) => typeof each === 'string') &&
		Array.isArray(saved.statuses)
	);
}

/** The state in the present offset of the zone: when clocks were set back, their last hour comes again. */
export function sinceSetBack(state: State, ms: number, zone: string): State {
	const offset = offsetAt(ms, zone);
	const back = offset - state.offset;
	if (back >= 0) return { ...state, offset };
	const [from, newest] = [state.from, state.newest].map((time) => time && secondsAfter(time, back));
	return { ...state, offset, from, newest, place: undefined };
}
