import { onAbort, settle } from './promises';

/** Lets at most `limit()` works run at once; the others wait in line. */
export class Gate {
	private readonly line = new Set<() => void>();

	private inside = 0;

	constructor(private readonly limit: () => number) {}

	/** Runs `work` when there is room. When `signal` is aborted it runs at once: then it only has to end. */
	async through<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		let enter: () => void = () => undefined;
		const turn = new Promise<void>((resolve) => (enter = resolve));
		const stop = onAbort(signal, enter);
		this.line.add(enter);
		this.open();
		await turn;
		stop();
		const hasLeft = this.line.delete(enter);
		try {
			return await work();
		} finally {
			if (!hasLeft) this.inside--;
			this.open();
		}
	}

	get isIdle(): boolean {
		return this.inside === 0;
	}

	private open(): void {
		for (const enter of this.line) {
			if (this.inside >= this.limit()) return;
			this.inside++;
			this.line.delete(enter);
			enter();
		}
	}
}

/**
 * Runs `work` over the inputs in order, at most `limit()` at a time, which is never below 1. Once `halted`
 * says so, or a work throws, no new one begins; what is under way is awaited.
 *
 * @throws what a work threw first
 */
export async function pool<T>(
	inputs: T[],
	limit: () => number,
	halted: () => boolean,
	work: (input: T) => Promise<void>,
): Promise<void> {
	const faults: unknown[] = [];
	const isOver = () => faults.length > 0 || halted();
	const underWay = new Set<Promise<void>>();
	for (const input of inputs) {
		while (underWay.size >= limit() && !isOver()) await Promise.race(underWay);
		if (isOver()) break;
		const each = settle(work(input)).then((outcome) => {
			if ('fault' in outcome) faults.push(outcome.fault);
			underWay.delete(each);
		});
		underWay.add(each);
	}
	await Promise.all(underWay);
	if (faults.length > 0) throw faults[0];
}
