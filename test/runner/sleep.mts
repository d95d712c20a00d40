import type { sleep as Sleep } from 'n8n-workflow';

declare global {
	var onSleepOfNodes: (pause: (ms: number, real: typeof Sleep) => Promise<void>) => void;
}

/** What the nodes do from now on, in this file of tests, when they pause for `ms` milliseconds. */
export const onSleep = globalThis.onSleepOfNodes;
