import type { FaultOutcome } from '../faults.mts';
import type { Figure, Outcome } from '../lib/measure.mts';
import type { MemoryOutcome } from '../memory/measure.mts';
import type { RateOutcome } from '../rate.mts';

/** Everything that one run of the benchmark measured. Times are in seconds, memory in MB. */
export interface Results {
	node: string;
	n8n: string;
	cpus: string;
	repeats: number;
	/** What the service added to each answer, in ms. */
	delays: number[];
	quick: boolean;
	outcomes: Outcome[];
	memory: MemoryOutcome[];
	load: { ours: Figure; rival: Figure };
	rate: RateOutcome[];
	faults: FaultOutcome[];
}
