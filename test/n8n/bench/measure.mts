import type { IDataObject, IRun } from 'n8n-workflow';
import { type Case, change } from './cases.mts';
import { makeCalls } from './lib/others.mts';
import type { N8n } from './lib/n8n.mts';
import type { Call, Remote } from './lib/service.mts';
import { PACKAGE } from '../lib/workflows.mts';
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

/** One way to do the job, over all repeats. Times are medians, in ms. */
export interface Figure {
	ms: number;
	/** Of the processor, in this process. */
	cpu: number;
	/** What the service got, and of this what it refused for the rate. */
	calls: number;
	refused: number;
	/** Results that should have come and did not. */
	lost: number;
}

export interface Outcome {
	given: Case;
	ours: Figure;
	others: Figure;
	/** ms of the bare client; with a limit, the least that it leaves. */
	bare: number;
}

type Job = () => Promise<{ count: number; held?: unknown }>;

/** What the last node of an execution brought. @throws Error when it failed: what failed has no speed */
function countOf(run: IRun, last: number): { count: number; held: IRun } {
	const { runData, error } = run.data.resultData;
	if (error) throw error;
	return { count: runData[String(last)]?.at(-1)?.data?.main[0]?.length ?? 0, held: run };
}

/** Brings the service to where the job begins. @returns our node's way to do it, and the input */
export async function prepare(remote: Remote, n8n: N8n, given: Case) {
	const { count, service, ours, setUp } = given;
	await remote.ask('reset');
	const items = await setUp(remote, count);
	const [type, choice, parameters] = ours;
	const [resource, operation] = choice.split('.');
	let job: Job;
	if (choice === '') {
		const node = { type: `${PACKAGE}.${type}`, parameters };
		const account = n8n.newAccount();
		const { staticData } = await n8n.poll(node, {}, account);
		await change(remote, count);
		const kept = JSON.stringify(staticData);
		job = async () => {
			const state: IDataObject = JSON.parse(kept);
			const { items: events } = await n8n.poll(node, state, account);
			return { count: events.length, held: events };
		};
	} else {
		const node = { type: `${PACKAGE}.${type}`, parameters: { resource, operation, ...parameters } };
		job = async () => countOf(await n8n.run([node], items), 1);
	}
	const { delay, rateLimit } = service;
	await remote.ask('set', { delay, rateLimit });
	return { items, job };
}

type Way = 'ours' | 'others' | 'bare';

/** Does each way in turn, so that what else the machine does meets all of them. */
export async function measure(
	remote: Remote,
	n8n: N8n,
	given: Case,
	repeats: number,
): Promise<Outcome> {
	const { service, count, writes, atOnce, outputs = count } = given;
	const samples: Record<Way, Figure[]> = { ours: [], others: [], bare: [] };
	let recorded: Call[] = [];
	let setting = await prepare(remote, n8n, given);

	const time = async (way: Way, job: Job, expected: number): Promise<void> => {
		if (writes && samples.ours.length > 0) setting = await prepare(remote, n8n, given);
		const before = (await remote.ask('calls')).length;
		globalThis.gc?.();
		const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
		const { count: brought } = await job();
		const ms = performance.now() - started;
		const { user, system } = process.cpuUsage(cpuBefore);
		const calls = await remote.ask('calls', before);
		const taken = calls.filter(({ code }) => code === 0);
		if (way === 'ours') recorded = taken;
		samples[way].push({
			ms,
			cpu: (user + system) / 1000,
			calls: calls.length,
			refused: calls.filter(({ code }) => code === 30).length,
			// The HTTP Request node takes a refused call for a success.
			lost: service.rateLimit ? count - taken.length : expected - brought,
		});
	};

	const nodes = given.others(remote.url);
	for (let repeat = 0; repeat < (given.once ? 1 : repeats); repeat++) {
		await time('ours', async () => await setting.job(), outputs);
		await time(
			'others',
			async () => {
				const input = given.othersItems?.(setting.items) ?? setting.items;
				return countOf(await n8n.run(nodes, input), nodes.length);
			},
			outputs,
		);
		if (service.rateLimit) continue;
		const job = async () => ({ count: (await makeCalls(remote.url, recorded, atOnce)).length });
		await time('bare', job, recorded.length);
	}
	const bare = service.rateLimit ? leastMs(given) : middle(samples.bare).ms;
	return { given, ours: middle(samples.ours), others: middle(samples.others), bare };
}

/** What a limit leaves: as many as it allows at once, and as many again after each span of it. */
function leastMs({ count, service: { rateLimit = { calls: count, ms: 0 }, delay } }: Case): number {
	return (Math.ceil(count / rateLimit.calls) - 1) * rateLimit.ms + delay;
}

/** The repeat that took the middle time. */
const middle = (list: Figure[]): Figure =>
	[...list].sort((a, b) => a.ms - b.ms)[Math.floor((list.length - 1) / 2)];
