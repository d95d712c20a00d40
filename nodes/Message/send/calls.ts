import { isAbove } from '../../shared/api/wire';

/** Who makes a call. An execution and its retries have one beginning, in ms since the epoch. */
export interface Caller {
	account: string;
	execution: string;
	began: number;
	isRetry: boolean;
}

/** When a call was made, in ms since the epoch by n8n's clock. */
export interface CallTimes {
	began: number;
	/** undefined while it is under way. */
	ended?: number;
	/** The highest message ID of the account that this process knew when it began. */
	above?: string;
}

/** The names under which a message is remembered. */
export interface Names {
	/** Hash of account and recipient. */
	to: string;
	/** Hash of these and the text: such messages look the same in the service's list. */
	content: string;
	/** The same in an execution and its retries, also where rows come in another order: equal messages are numbered. */
	name: string;
}

/** A call that sends a message, as this process knows it. */
export interface Call extends CallTimes, Names {
	by: Caller;
	/** The message that it made, once that is known. */
	id?: string;
	campaignId?: string;
	/** Known once it was answered. If it was sent at once, its listed time is that of the call, or a little later. */
	sent?: 'atOnce' | 'later';
}

/** How many calls are kept; the oldest are forgotten. */
const MOST = 10_000;

/** The calls of all executions in this process, so that no item takes a message that may belong to another. */
const calls = new Set<Call>();
/** The same, by account and number. */
const byNumber = new Map<string, Set<Call>>();
const highest = new Map<string, string>();

/** When this process loaded the node, in ms since the epoch. */
export const LOADED = Date.now();

/** What is sent from now on has an ID above this one. */
export const fromNow = (account: string): CallTimes => ({
	began: Date.now(),
	above: highest.get(account),
});

/** Records a call that is about to be made, or one that an earlier try made. */
export function remember(
	{ to, content, name }: Names,
	by: Caller,
	times = fromNow(by.account),
): Call {
	const call: Call = { ...times, by, to, content, name };
	calls.add(call);
	byNumber.set(to, (byNumber.get(to) ?? new Set()).add(call));
	const [oldest] = calls;
	if (calls.size > MOST) forget(oldest);
	return call;
}

/** The service refused it: it made no message. */
export function forget(call: Call): void {
	const others = byNumber.get(call.to);
	calls.delete(call);
	others?.delete(call);
	if (others?.size === 0) byNumber.delete(call.to);
}

/** The call is known to have made this message. @param id as `idText` writes it */
export function setMessage(call: Call, id: string, campaignId: string): void {
	Object.assign(call, { id, campaignId });
	learnId(call.by.account, id);
}

export function learnId(account: string, id: string): void {
	if (isAbove(id, highest.get(account))) highest.set(account, id);
}

/** @param to hash of account and number */
export const callsTo = (to: string): Call[] => [...(byNumber.get(to) ?? [])];

/** The calls for messages that look the same in the service's list. */
export const callsFor = ({ to, content }: Names): Call[] =>
	callsTo(to).filter((call) => call.content === content);

/** The call that has this message, as far as this process knows. @param to hash of account and number */
export function ownerOf(to: string, id: string): Call | undefined {
	for (const call of byNumber.get(to) ?? []) if (call.id === id) return call;
	return undefined;
}

/** For a call without an end, which is under way or was cut off: n8n waits no longer for a response. */
const LONGEST_CALL_MS = 120_000;

export const endOf = ({ began, ended = began + LONGEST_CALL_MS }: CallTimes): number => ended;

/**
 * The calls of an account, or only those to one number, that made a message since then, or may have. Those with a message
 * and without an end are left out: an earlier try made them.
 *
 * @param since in ms since the epoch
 * @param to hash of account and number
 */
export const callsSince = (account: string, since: number, to?: string): Call[] =>
	(to === undefined ? [...calls] : callsTo(to)).filter((call) => {
		const ended = call.id === undefined ? endOf(call) : (call.ended ?? 0);
		return call.by.account === account && ended > since;
	});

/** How many calls are looked up, to measure the list's times. */
const MOST_WITNESSES = 8;

/** The newest accepted calls of an account that took at most so many ms. Their rows show how the list's times run. */
export const witnesses = (account: string, mostMs: number): Call[] =>
	[...calls]
		.filter(({ by, sent }) => by.account === account && sent !== undefined)
		.filter(({ began, ended = Infinity }) => ended - began <= mostMs)
		.slice(-MOST_WITNESSES);
