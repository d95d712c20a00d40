import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { ROOT } from '../lib/paths.mts';
import { CASES } from './cases.mts';
import { startN8n } from './lib/n8n.mts';
import { Remote } from './lib/remote.mts';
import { prepare } from './measure.mts';

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

async function weigh(job: () => Promise<unknown>): Promise<Memory> {
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

/** Weighs our node's work in a process of its own: n8n keeps hold of what it did last. */
export async function memoryOf(url: string, name: string): Promise<Memory> {
	const script = join(ROOT, 'test/n8n/bench/memory.mts');
	const args = ['--expose-gc', '--import', 'tsx', script, url, name];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
	return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

if (process.argv[1] === import.meta.filename) {
	const [url, name] = process.argv.slice(2);
	const given = CASES.find((each) => each.name === name);
	if (given === undefined) throw new Error(`There is no case ${name}`);
	const { job } = await prepare(new Remote(url), await startN8n(url), given);
	process.stdout.write(`${JSON.stringify(await weigh(job))}\n`);
	process.exit(0);
}
