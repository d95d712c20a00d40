import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from '../lib/run/checks.mts';

/** How much more memory the last third of the time may need than the middle one. */
const TOLERANCE = 1.15;
const SAMPLE_MS = 1_000;

interface Sample {
	/** ms since the first sample. */
	at: number;
	/** Memory of the process, resident, in bytes. */
	bytes: number;
}

/** What n8n tells of its own process, which it reads from /proc. */
async function residentBytes(url: string): Promise<number> {
	const text = await (await fetch(`${url}/metrics`)).text();
	const found = /^n8n_process_resident_memory_bytes (\S+)/m.exec(text);
	if (found === null) throw new Error('n8n does not tell its memory');
	return Number(found[1]);
}

/** Measures until told to stop. */
export async function measure(url: string, signal: AbortSignal): Promise<Sample[]> {
	const startedAt = Date.now();
	const samples: Sample[] = [];
	while (!signal.aborted) {
		samples.push({ at: Date.now() - startedAt, bytes: await residentBytes(url) });
		await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
	}
	return samples;
}

/**
 * The memory that a process needs, in MB: what it takes when it has just tidied up. Between two
 * collections of garbage it grows, the more the larger the machine is.
 */
function needed(samples: Sample[]): number {
	const sorted = samples.map(({ bytes }) => bytes).sort((a, b) => a - b);
	return Math.round(sorted[Math.floor(sorted.length / 4)] / 1024 ** 2);
}

/** Memory that grows with the work done would end every n8n some day. */
export async function checkMemory(checks: Checks, samples: Sample[]): Promise<void> {
	const end = samples[samples.length - 1].at;
	const thirds = [0, 1, 2].map((third) =>
		needed(samples.filter(({ at }) => at >= (end * third) / 3 && at <= (end * (third + 1)) / 3)),
	);
	const most = Math.round(Math.max(...samples.map(({ bytes }) => bytes)) / 1024 ** 2);
	console.log(`  memory in MB: needed in each third ${thirds.join(', ')}; most ${most}`);
	await checks.check('Memory levels off', () =>
		assert.ok(thirds[2] <= thirds[1] * TOLERANCE, `${thirds[1]} MB, then ${thirds[2]} MB`),
	);
}
