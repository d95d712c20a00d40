/** Wrong codes that close a question. */
const TRIES = 3;

/**
 * How long the answer of one request is shown to others, in ms. Where n8n could not go on, the question is
 * open again after that.
 */
const TAKEN_MS = 60_000;

const KEPT = 1000;

interface Known {
	triesLeft: number;
	/** What another request has just ended the question with; no answer where too many wrong codes closed it. */
	taken?: { answer: string | undefined; at: number };
}

/**
 * What this process knows of questions that wait: n8n keeps nothing of a request that does not end the
 * waiting.
 */
export class OpenQuestions {
	private readonly known = new Map<string, Known>();

	constructor(private readonly now: () => number) {}

	of(key: string): Known {
		const { triesLeft, taken } = this.known.get(key) ?? { triesLeft: TRIES };
		return { triesLeft, taken: taken && this.now() - taken.at < TAKEN_MS ? taken : undefined };
	}

	/** @param answer as the person sees it; undefined closes the question without one */
	take(key: string, answer: string | undefined): void {
		this.keep(key, { ...this.of(key), taken: { answer, at: this.now() } });
	}

	wrongCode(key: string): number {
		const known = this.of(key);
		const triesLeft = Math.max(0, known.triesLeft - 1);
		this.keep(key, { ...known, triesLeft });
		return triesLeft;
	}

	/** The newest last. Only who has the link to a question gets here. */
	private keep(key: string, known: Known): void {
		this.known.delete(key);
		this.known.set(key, known);
		const [oldest] = this.known.keys();
		if (this.known.size > KEPT) this.known.delete(oldest);
	}
}

export const openQuestions = new OpenQuestions(() => Date.now());
