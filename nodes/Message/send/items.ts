import { hash, type Subject } from '../../shared/operation/ledger';
import type { Asked, Run } from '../../shared/operation/run';
import type { Reason } from '../../shared/operation/nodeError';
import type { Deferral } from '../hours/deferral';
import type { Call, Names } from './calls';
import { comparable, type Outgoing } from './outgoing';

/** The service's response for an accepted message. Ids stay as they came. */
export interface Acceptance {
	campaignId: unknown;
	messageId: unknown;
	/** 1 awaiting moderation, 2 sent; null if the message was found afterwards. */
	status: unknown;
	/** The response was lost, and the message was found in the service's list. */
	recovered?: true;
	/** Code 100: the service took it as this task, and gave no ids yet. */
	taskId?: unknown;
}

/** Why it is not known what became of a message. */
interface Doubt {
	reason: Reason;
	/** Ids of messages that may be it. */
	found: string[];
}

/** One message of a run, and what is known of it. */
export interface Item extends Names, Subject {
	message: Outgoing;
	/** When the service sends it, if not at once. With Allowed Hours this is decided when the request goes out. */
	deferral: Deferral | undefined;
	/** The name of its Send Once Key in n8n's store; a dry run has none. */
	once: string | undefined;
	/** The call that made it, or may have: of this try, an earlier one or another retry. */
	call?: Call;
	/** How that call ended, if it left the message unknown. */
	fault?: unknown;
	/** The service has it in its queue. */
	queued?: Acceptance;
	/** Why it was not found, after it was looked up. */
	doubt?: Doubt;
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
		const once = key === undefined || options.dryRun ? undefined : hash(key, number);
		return { index, message, of: hash(recipient), to, content, name, once, deferral };
	});
}

/**
 * Hash of what a run is called with, to recognise equal calls of a tool. Without times and campaign names, which may
 * change from try to try, as with `$now`.
 */
export const printOf = (asked: Array<Asked<Outgoing>>): string =>
	hash(
		asked.map(({ params: { recipient, text, from, params } }) => {
			const { shortenLinks, validity } = params;
			return [recipient, text, from, { shortenLinks, validity }];
		}),
	);

/** Lets Allowed Hours decide for a message that goes out `now`, in ms since the epoch. @throws Refusal */
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
