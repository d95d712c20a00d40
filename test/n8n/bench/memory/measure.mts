import { join } from 'node:path';

import { z } from 'zod';

import { ROOT } from '../../lib/paths.mts';
import { CASES } from '../cases/index.mts';
import { runChild } from '../lib/child.mts';

const figure = z.object({
	/** What the result itself takes, in MB. */
	resultMb: z.number(),
	/** The most that was alive at once, above what was there before, in MB. */
	peakMb: z.number(),
	/** The last call that the service had got before. */
	since: z.number(),
});

export type MemoryFigure = z.infer<typeof figure>;

export interface MemoryOutcome {
	name: string;
	ours: MemoryFigure;
	rival: MemoryFigure;
	bare?: MemoryFigure;
}

/** Peak memory of each way to do each job, each in a fresh process. @throws Error when one fails */
export async function measureMemory(url: string, quick: boolean, only = '') {
	const outcomes: MemoryOutcome[] = [];
	for (const { name, concurrency } of CASES.filter((each) => each.name.includes(only))) {
		const weigh = async (who: string, since: number) => {
			const script = join(ROOT, 'test/n8n/bench/memory/child.mts');
			const flags = ['--expose-gc', '--import', 'tsx', script];
			const given = [url, name, who, String(quick), String(since)];
			return figure.parse(JSON.parse(await runChild([...flags, ...given])));
		};
		// The bare client repeats the calls of our node, which have to be the service's last.
		const ours = await weigh('ours', 0);
		const bare = concurrency > 0 ? await weigh('bare', ours.since) : undefined;
		outcomes.push({ name, ours, bare, rival: await weigh('rival', 0) });
	}
	return outcomes;
}
