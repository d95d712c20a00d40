import { onAbort } from './promises';

/** Lets at most `limit()` works run at once; the others wait in line. */
export class Gate {
	private readonly line: Array<() => void> = [];

	private inside = 0;

	constructor(private readonly limit: () => number) {}

	/** Runs `work` when there is room, or as soon as nobody waits for it any longer (`signal`). */
	async through<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		let enter: () => void = () => undefined;
		const turn = new Promise<void>((resolve) => (enter = resolve));
		const stop = onAbort(signal, enter);
		this.line.push(enter);
		this.open();
		await turn;
		stop();
		const place = this.line.indexOf(enter);
		if (place >= 0) this.line.splice(place, 1);
		try {
			return await work();
		} finally {
			if (place < 0) this.inside--;
			this.open();
		}
	}

	private open(): void {
		while (this.line.length > 0 && this.inside < this.limit()) {
			this.inside++;
			this.line.shift()?.();
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
	const source = inputs.values();
	const faults: unknown[] = [];
	let underWay = 0;
	await new Promise<void>((resolve, reject) => {
		const fill = () => {
			while (faults.length === 0 && underWay < limit() && !halted()) {
				const next = source.next();
				if (next.done) break;
				underWay++;
				work(next.value)
					.catch((fault) => void faults.push(fault))
					.then(ended)
					.catch(reject);
			}
			if (underWay === 0) resolve();
		};
		const ended = () => {
			underWay--;
			fill();
		};
		fill();
	});
	if (faults.length > 0) throw faults[0];
}
