import { setTimeout as sleep } from 'node:timers/promises';

const MB = 1024 * 1024;

/** What a job's result takes, and the most that was alive at once above what was there before, in MB. */
export interface Memory {
	result: number;
	peak: number;
}

/** What lives in memory now, in MB: garbage does not count. */
function living(): number {
	if (globalThis.gc === undefined) throw new Error('Memory can only be measured with --expose-gc');
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / MB;
}

/** Weighs a job, which is the first of the process: n8n keeps hold of what it did last. */
export async function weigh(job: () => Promise<unknown>): Promise<Memory> {
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
	const held = await job();
	running = false;
	await watching;
	const after = living();
	if (held === undefined) throw new Error('The job has no result to weigh');
	return { result: after - before, peak: Math.max(peak, after) - before };
}
