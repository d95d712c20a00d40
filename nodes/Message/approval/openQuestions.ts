/** How many wrong codes close a question. */
const TRIES = 3;

/**
 * How long the answer of one request is shown to others, in ms. They all reach the node only as long as n8n
 * has not gone on; where it could not, the question is open again after that.
 */
const TAKEN_MS = 60_000;

/** Questions with a wrong code or an answer that are known. */
const KEPT = 1000;

interface Known {
	wrongCodes: number;
	taken?: { answer: string | undefined; at: number };
}

/**
 * What this process knows of questions that wait. n8n keeps nothing of a request that does not end the
 * waiting, so a restart or another process knows nothing of it.
 */
export class OpenQuestions {
	private readonly known = new Map<string, Known>();

	/** @param now the time, in ms since the epoch */
	constructor(private readonly now: () => number) {}

	/**
	 * What another request has just ended the question with.
	 *
	 * @returns undefined if none has; `answer` is undefined where too many wrong codes closed it
	 */
	taken(key: string): { answer: string | undefined } | undefined {
		const taken = this.known.get(key)?.taken;
		return taken && this.now() - taken.at < TAKEN_MS ? taken : undefined;
	}

	/** @param answer as the person sees it; undefined closes the question without one */
	take(key: string, answer: string | undefined): void {
		this.keep(key, { ...this.of(key), taken: { answer, at: this.now() } });
	}

	triesLeft(key: string): number {
		return Math.max(0, TRIES - this.of(key).wrongCodes);
	}

	wrongCode(key: string): void {
		const known = this.of(key);
		this.keep(key, { ...known, wrongCodes: known.wrongCodes + 1 });
	}

	private of(key: string): Known {
		return this.known.get(key) ?? { wrongCodes: 0 };
	}

	/** The newest last. Who has no link to a question cannot get here, and so push none out. */
	private keep(key: string, known: Known): void {
		this.known.delete(key);
		this.known.set(key, known);
		const [oldest] = this.known.keys();
		if (this.known.size > KEPT) this.known.delete(oldest);
	}
}

export const openQuestions = new OpenQuestions(() => Date.now());
