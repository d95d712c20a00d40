import { hash } from '../../shared/operation/ledger';
import type { Asked, Run } from '../../shared/operation/run';
import type { Deferral } from '../hours/deferral';
import { comparable, type Outgoing } from './outgoing';

/** One message of a run, with the names under which it is remembered. */
export interface Item {
	index: number;
	message: Outgoing;
	/** Hash of the recipient. */
	of: string;
	/** Hash of account and recipient. */
	to: string;
	/** Hash of these and the text: such messages look the same in the service's list. */
	content: string;
	/** Until when the service keeps it. With Allowed Hours it is decided when the request goes out. */
	deferral: Deferral | undefined;
	/** The same in an execution and its retries: equal messages are numbered, so rows may come in another order. */
	name: string;
	/** The name of its Send Once Key in n8n's store. */
	once: string | undefined;
}

/** Names the messages of a run. @param run names the node and its run within an execution */
export function itemsOf(asked: Array<Asked<Outgoing>>, run: string, account: string): Item[] {
	const count = new Map<string, number>();
	return asked.map(({ index, params: message }): Item => {
		const { recipient, text, options, deferral } = message;
		const to = hash(account, recipient);
		const content = hash(to, comparable(text, message));
		const nth = (count.get(content) ?? 0) + 1;
		count.set(content, nth);
		const name = hash(run, content, nth);
		const { onceKey: key, oncePer } = options;
		const number = oncePer === 'recipient' ? recipient : undefined;
		const once = key === undefined ? undefined : hash(key, number);
		return { index, message, of: hash(recipient), to, content, name, once, deferral };
	});
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
export const wireOf = ({ message, deferral }: Item) => ({
	recipient: message.recipient,
	text: message.text,
	from: message.from,
	params: { ...message.params, deferredToTs: deferral?.deferredToTs },
});

/** The failure of a message says whom it was for. */
export const failItem = (run: Run, { index, message }: Item, fault: unknown): void =>
	run.fail(index, fault, { recipient: message.recipient });
