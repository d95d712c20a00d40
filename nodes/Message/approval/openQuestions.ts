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
	triesLeft: number;
	/** What another request has just ended the question with; no answer where too many wrong codes closed it. */
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

	of(key: string): Known {
		const { triesLeft, taken } = this.known.get(key) ?? { triesLeft: TRIES };
		return { triesLeft, taken: taken && this.now() - taken.at < TAKEN_MS ? taken : undefined };
	}

	/** @param answer as the person sees it; undefined closes the question without one */
	take(key: string, answer: string | undefined): void {
		this.keep(key, { ...this.of(key), taken: { answer, at: this.now() } });
	}

	/** @returns how many tries are left */
	wrongCode(key: string): number {
		const known = this.of(key);
		const triesLeft = Math.max(0, known.triesLeft - 1);
		this.keep(key, { ...known, triesLeft });
		return triesLeft;
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
