import type { Choice } from './choice';
import type { MessageList } from './list';
import type { Terms } from './settings';
import type { State } from './state';
import {
	BEGINNING,
	earlier,
	later,
	LOOK_BACK_S,
	secondMoment,
	secondsAfter,
	toSeconds,
	type Now,
} from './times';

/** How often an account seems empty before that is believed: an answer may be empty by mistake. */
const ASKS = 5;
/** Most edits that are remembered until all before them is read. */
const MOST_EDITS = 2;
/** Most extra pages that a beginning trigger reads. */
const FEW_PAGES = 10;
const END = '9999-12-31 23:59:59';

/**
 * The state of a trigger that begins, at the newest time in the service's list, unless that is ahead of the
 * service's clock. Messages that are there already are read and not emitted.
 *
 * @throws whatever the list throws
 */
export async function begin(
	list: MessageList,
	{ account, choice, zone }: Pick<Terms, 'account' | 'choice' | 'zone'>,
	now: () => Now,
): Promise<State> {
	const newest = await newestTime(list);
	const { ms, latest, sure } = now();
	const isAhead = newest !== undefined && newest > latest;
	const reliable = isAhead ? await newestTime(list, latest) : newest;
	const from = reliable ? await backFrom(list, earlier(reliable, sure), zone) : BEGINNING;
	return {
		account,
		choice,
		edits: [{ choice: null, until: newest ?? END, wasEmpty: !newest }],
		from,
		since: from,
		newest: reliable ?? '',
		begun: reliable ?? '',
		stampLead: reliable ? toSeconds(reliable) - Math.ceil(ms / 1000) : undefined,
		isInclusive: false,
		isWhole: false,
		newsAt: ms,
		lookAt: ms,
		clockLead: 0,
		stuck: 0,
		known: '',
		statuses: [],
	};
}

/**
 * The state after the first rows of a list that was empty while the trigger began: they are old, and
 * later ones are not.
 *
 * @throws whatever the list throws
 */
export async function whenSeen(list: MessageList, state: State): Promise<State> {
	if (!state.edits.some(({ until }) => until === END)) return state;
	const until = await newestTime(list);
	if (until === undefined) return state;
	const edits = state.edits.map((each) =>
		each.until === END ? { ...each, until, wasEmpty: false } : each,
	);
	return { ...state, edits };
}

/** Clocks may be set back by an hour, so the last hour is read too, unless it has too many changes. */
async function backFrom(list: MessageList, time: string, zone: string): Promise<string> {
	const from = secondsAfter(time, -LOOK_BACK_S);
	if (secondMoment(time, zone) !== undefined) return from;
	// Checked by a page, since the total may be wrong or missing.
	const beyond = { sort: { statusUpdateTs: 'ASC' as const }, from, page: FEW_PAGES };
	return (await list.page(beyond)).changes.length === 0 ? from : time;
}

/**
 * The state after an edit of Trigger On or the filters. The position stays, so a change that both choices
 * want is emitted, however old. A change that only the new one wants is emitted from now on.
 *
 * @throws whatever the list throws
 */
export async function edit(list: MessageList, state: State, choice: Choice): Promise<State> {
	const newest = await newestTime(list);
	const last = { choice: state.choice, until: newest ?? '', wasEmpty: !newest };
	const edits = [...state.edits, last].slice(-MOST_EDITS);
	return { ...state, choice, edits, newest: '', place: undefined, onward: undefined };
}

export const hasChanged = (state: State, choice: Choice): boolean =>
	JSON.stringify(state.choice) !== JSON.stringify(choice);

/** @returns undefined for an account that seems to have no messages */
async function newestTime(list: MessageList, to?: string): Promise<string | undefined> {
	for (let asks = 0; asks < ASKS; asks++) {
		const asked = { sort: { statusUpdateTs: 'DESC' as const }, from: BEGINNING, to, page: 0 };
		const { changes } = await list.page(asked);
		if (changes.length > 0) return changes.map(({ time }) => time).reduce(later);
	}
	return undefined;
}
