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

/** The oldest are forgotten beyond so many. */
const MOST = 5000;

const attempts = new Map<Attempt, string>();

/**
 * The calls of all executions in this process, so that a message in the service's list is not taken for
 * one's own where it may be another's. `content` stands for account, recipient and text.
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
