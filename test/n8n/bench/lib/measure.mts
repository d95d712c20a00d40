import { makeCalls } from './bareClient.mts';
import type { Arena, Case, Contest } from './contest.mts';

/** Seconds over all repeats. */
export interface Figure {
	median: number;
	/** Time of the processor in this process, of which other work on the machine takes nothing: the median. */
	cpu: number;
	/** Slowest less fastest, as a share of the median: the noise of the machine. */
	spread: number;
	/** Calls that the service got in one run. */
	calls: number;
}

export interface Outcome {
	name: string;
	rivalName: string;
	size: number;
	delay: number;
	leastCalls: number;
	ours: Figure;
	rival: Figure;
	/** Absent where no call is made. */
	bare?: Figure;
}

export interface Sample {
	seconds: number;
	cpu: number;
	calls: number;
}

export function figureOf(samples: Sample[]): Figure {
	const seconds = samples.map((sample) => sample.seconds);
	const median = medianOf(seconds);
	return {
		median,
		cpu: medianOf(samples.map(({ cpu }) => cpu)),
		spread: (Math.max(...seconds) - Math.min(...seconds)) / median,
		calls: Math.max(...samples.map(({ calls }) => calls)),
	};
}

function medianOf(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Times one run, in seconds. @throws Error when the job was not done */
async function time(arena: Arena, contest: Contest, expected: number, job: () => Promise<number>) {
	await contest.prepare();
	const before = (await arena.remote.state()).calls;
	globalThis.gc?.();
	const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
	const count = await job();
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(cpuBefore);
	if (count !== expected) throw new Error(`${count} results came instead of ${expected}`);
	return {
		seconds,
		cpu: (user + system) / 1e6,
		calls: (await arena.remote.state()).calls - before,
	};
}

/** The calls of our node, as the service got them, for the bare client. */
export async function recordCalls({ remote }: Arena, contest: Contest) {
	await contest.prepare();
	const before = (await remote.calls()).at(-1)?.id ?? 0;
	const { items } = await contest.ours();
	if (items.length !== contest.expected.ours) {
		throw new Error(`${items.length} results came instead of ${contest.expected.ours}`);
	}
	return (await remote.calls()).filter(({ id }) => id > before);
}

/**
 * Measures all ways to do a job, in turns, so that what the machine does besides meets all of them.
 *
 * @throws Error when one of them cannot be measured
 */
export async function measure(arena: Arena, given: Case, repeats: number): Promise<Outcome> {
	const { name, rivalName, concurrency } = given;
	const contest = await given.setUp(arena);
	const calls = await recordCalls(arena, contest);
	const jobs = {
		ours: async () => (await contest.ours()).items.length,
		rival: async () => (await contest.rival()).items.length,
		bare: async () => (await makeCalls(arena.remote.url, calls, concurrency)).length,
	};
	const samples: Record<keyof typeof jobs, Sample[]> = { ours: [], rival: [], bare: [] };
	for (let repeat = 0; repeat < repeats; repeat++) {
		const { expected } = contest;
		samples.ours.push(await time(arena, contest, expected.ours, jobs.ours));
		samples.rival.push(await time(arena, contest, expected.rival, jobs.rival));
		if (concurrency > 0) samples.bare.push(await time(arena, contest, calls.length, jobs.bare));
	}
	return {
		name,
		rivalName,
		size: contest.size,
		delay: arena.remote.delay,
		leastCalls: contest.leastCalls,
		ours: figureOf(samples.ours),
		rival: figureOf(samples.rival),
		bare: concurrency > 0 ? figureOf(samples.bare) : undefined,
	};
}
