import type { Params } from '../../shared/api/service';
import type { Guard } from '../../shared/operation/journal/guard';
import { hash } from '../../shared/operation/journal/journal';
import type { Guarded } from '../../shared/operation/journal/claims';
import type { Asked } from '../../shared/operation/run';
import type { Deferral } from '../hours/deferral';
import { comparable, type Outgoing } from './outgoing';

/** One message of a run, with the names under which it is remembered. */
export interface Item extends Guarded {
	index: number;
	message: Outgoing;
	/** Hash of the recipient. */
	of: string;
	/** Hash of account, recipient and text: such messages look the same in the service's list. */
	content: string;
	/** Until when the service keeps it. With Allowed Hours it is decided when the request goes out. */
	deferral: Deferral | undefined;
	/** Keeps it from being sent twice; undefined until it is about to be sent. */
	guard?: Guard;
}

/**
 * Names the messages of a run. The slot of a message does not depend on its place among the items, because
 * a restarted job may get its rows in another order. It is made of the recipient and, for several messages
 * to one recipient, a number in the order of their texts.
 *
 * @param account what tells accounts of the service apart
 */
export function itemsOf(asked: Array<Asked<Outgoing>>, run: string, account: string): Item[] {
	const items = asked.map(({ index, params: message }): Item => {
		const { recipient, text, options, deferral } = message;
		const of = hash(recipient);
		const content = hash(account, recipient, comparable(text, message));
		return { index, message, of, content, deferral, slot: '', key: options.onceKey };
	});
	const count = new Map<string, number>();
	for (const item of [...items].sort((a, b) => (a.content < b.content ? -1 : 1))) {
		const nth = (count.get(item.of) ?? 0) + 1;
		count.set(item.of, nth);
		item.slot = `\u0000${hash(run, item.of, nth)}`;
	}
	return items;
}

/**
 * Hash of what a run is called with, by which equal calls of a tool are recognised. It leaves out times and
 * campaign names, which may change from one try to the next, as with `$now`.
 */
export const printOf = (asked: Array<Asked<Outgoing>>): string =>
	hash(
		asked.map(({ params: { recipient, text, from, params } }) => {
			const { shortenLinks, validity } = params;
			return [recipient, text, from, { shortenLinks, validity }];
		}),
	);

/** Lets Allowed Hours decide for a message that goes out `now`, in ms since the epoch. @throws ParameterRefusal */
export function decideTime(item: Item, now: number): void {
	const { opening } = item.message;
	if (opening) item.deferral = opening(now);
}

/** What is sent to the service. */
export const wireOf = ({ message, deferral }: Item): Params => ({
	recipient: message.recipient,
	text: message.text,
	from: message.from,
	params: { ...message.params, deferredToTs: deferral?.deferredToTs },
});

/** One call that sends a message, as this process knows it. Times are ms since the epoch by n8n's clock. */
export interface Attempt {
	/** Names the message in all tries of its execution. */
	slot: string;
	began: number;
	/** undefined while the call is under way. */
	ended?: number;
	/** The message's id, once it is known to belong to this call. */
	id?: string;
	/** The highest id that the execution knew when the call began. */
	above?: string;
}

/** How many are kept; the oldest are forgotten. */
const MOST = 5000;

const attempts = new Map<Attempt, string>();

/**
 * Records a call. The calls of all executions in this process are known, so that a message in the service's
 * list that may belong to another call is not adopted. `content` is the hash of account, recipient and text.
 */
export function beginAttempt(content: string, slot: string, above: string | undefined): Attempt {
	const attempt: Attempt = { slot, began: Date.now(), above };
	attempts.set(attempt, content);
	for (const oldest of attempts.keys()) {
		if (attempts.size <= MOST) break;
		attempts.delete(oldest);
	}
	return attempt;
}

/** The service refused it: it made no message. */
export const dropAttempt = (attempt: Attempt): boolean => attempts.delete(attempt);

/** Calls for the same content that were made for other messages. */
export const otherAttempts = (content: string, slot: string): Attempt[] =>
	all(content).filter((attempt) => attempt.slot !== slot);

/** Calls that were made for this message, in this try and in earlier ones. */
export const ownAttempts = (content: string, slot: string): Attempt[] =>
	all(content).filter((attempt) => attempt.slot === slot);

const all = (content: string): Attempt[] =>
	[...attempts].flatMap(([attempt, of]) => (of === content ? [attempt] : []));
