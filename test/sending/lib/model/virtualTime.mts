interface Timer {
	at: number;
	fire: () => void;
}

/** Lets everything run that is ready, and answers of local sockets come in. */
const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Time that passes only while nothing else happens: when all that is left to do is to wait, it jumps to
 * the next timer, one at a time. So a minute costs nothing, a busy machine changes nothing, and a seed
 * plays the same way again. Real work (HTTP, n8n's engine) takes no time at all.
 */
export class VirtualTime {
	private readonly timers: Timer[] = [];
	private working = 0;
	private rested: () => void = () => {};

	/** @param at ms since the epoch */
	constructor(private at: number) {}

	now = (): number => this.at;

	/** Does something after so many ms. */
	after(ms: number, fire: () => void): void {
		this.timers.push({ at: this.at + Math.max(0, ms), fire });
	}

	sleep = async (ms: number): Promise<void> =>
		await new Promise<void>((resolve) => this.after(ms, resolve));

	timeout = (ms: number): AbortSignal => {
		const controller = new AbortController();
		this.after(ms, () => controller.abort());
		return controller.signal;
	};

	/** Time stands still from now on, until `rest` was called as often. */
	work(): void {
		this.working++;
	}

	rest(): void {
		this.working--;
		if (this.working === 0) this.rested();
	}

	async during<T>(work: () => Promise<T>): Promise<T> {
		this.work();
		try {
			return await work();
		} finally {
			this.rest();
		}
	}

	/**
	 * Lets time pass until the work is done.
	 * @throws Error when nothing is left that could bring it to an end
	 */
	async passUntil<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const settled = () => {
			done = true;
		};
		void work.then(settled, settled);
		for (;;) {
			await turn();
			if (done) return await work;
			if (this.working > 0) {
				await new Promise<void>((resolve) => (this.rested = resolve));
			} else {
				await turn();
				if (this.working === 0 && !done) this.fireNext();
			}
		}
	}

	private fireNext(): void {
		// Those of one moment keep their order.
		const next = this.timers.sort((a, b) => a.at - b.at).shift();
		if (next === undefined) throw new Error('Everything waits, and for nothing');
		this.at = Math.max(this.at, next.at);
		next.fire();
	}
}

/** `Date` for code that is to live in that time. */
export function dateIn(now: () => number): DateConstructor {
	class VirtualDate extends Date {
		constructor(...given: [] | [number | string | Date]) {
			if (given.length === 0) super(now());
			else super(...given);
		}

		static override now(): number {
			return now();
		}
	}
	// With several numbers it is used for `Date.UTC` only, which is inherited.
	return VirtualDate as unknown as DateConstructor;
}
