import { setTimeout as sleep } from 'node:timers/promises';

const MB = 1024 * 1024;

/** What lives in memory now, in MB: garbage does not count. */
export function living(): number {
	if (globalThis.gc === undefined) throw new Error('Memory can only be measured with --expose-gc');
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / MB;
}

export interface HeapFigure {
	/** What the result itself takes, in MB. */
	resultMb: number;
	/** The most that was alive at once, above what was there before, in MB. */
	peakMb: number;
}

/** Does a job once and looks at the memory all the while, as often as collecting garbage lets it. */
export async function heapOf(job: () => Promise<unknown>): Promise<HeapFigure> {
	const before = living();
	let [peak, running] = [before, true];
	const watch = async () => {
		while (running) {
			const started = performance.now();
			peak = Math.max(peak, living());
			await sleep(Math.max(10, performance.now() - started));
		}
	};
	const watching = watch();
	const result = await job();
	running = false;
	await watching;
	const after = living();
	if (result === undefined) throw new Error('The job has no result to weigh');
	return { resultMb: after - before, peakMb: Math.max(peak, after) - before };
}
