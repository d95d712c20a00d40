import type { ChangeEvent } from './change';
import { advance, blankState, type State } from './cursor';
import type { MessageList } from './list';
import { readSince, readStart, type Terms } from './reading';

/**
 * One poll: what changed since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param state undefined for a trigger that begins: it tells nothing old
 * @throws whatever the list throws
 */
export async function pollOnce(
	list: MessageList,
	scope: string,
	state: State | undefined,
	terms: Terms,
): Promise<{ events: ChangeEvent[]; state: State }> {
	if (state) return advance(state, await readSince(list, state, terms));
	const reading = await readStart(list, terms);
	return { events: [], state: advance(blankState(scope, reading), reading).state };
}
