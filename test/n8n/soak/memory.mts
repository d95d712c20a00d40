import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from '../lib/run/checks.mts';

/** How much more memory the last third of the time may need than the middle one. */
const TOLERANCE = 1.15;
const SAMPLE_MS = 1_000;

/** The memory of n8n's process, resident, as it says itself. */
async function residentBytes(url: string): Promise<number> {
	const text = await (await fetch(`${url}/metrics`)).text();
	const found = /^n8n_process_resident_memory_bytes (\S+)/m.exec(text);
	if (found === null) throw new Error('n8n does not say its memory');
	return Number(found[1]);
}

/** Measures every second until it is stopped; gives what there was, in bytes. */
export async function measure(url: string, signal: AbortSignal): Promise<number[]> {
	const samples: number[] = [];
	while (!signal.aborted) {
		samples.push(await residentBytes(url));
		await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
	}
	return samples;
}

/**
 * The memory that a process needs, in MB: what it takes when it has just tidied up. Between two
 * collections of garbage it grows, the more the larger the machine is.
 */
function needed(samples: number[]): number {
	const sorted = [...samples].sort((a, b) => a - b);
	return Math.round(sorted[Math.floor(sorted.length / 4)] / 1024 ** 2);
}

/** Memory that grows with the work done would end every n8n some day. */
export async function checkMemory(checks: Checks, samples: number[]): Promise<void> {
	const part = samples.length / 3;
	const thirds = [0, 1, 2].map((n) => needed(samples.slice(n * part, (n + 1) * part)));
	const most = Math.round(Math.max(...samples) / 1024 ** 2);
	console.log(`  memory in MB: needed in each third ${thirds.join(', ')}; most ${most}`);
	await checks.check('Memory levels off', () =>
		assert.ok(thirds[2] <= thirds[1] * TOLERANCE, `${thirds[1]} MB, then ${thirds[2]} MB`),
	);
}
