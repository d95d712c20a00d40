import type { sleep as Sleep } from 'n8n-workflow';

type Pause = (ms: number, real: typeof Sleep) => Promise<void>;

declare global {
	var sleepInTest: Pause | undefined;
}

/** What the nodes do from now on, in this file of tests, when they pause for `ms` milliseconds. */
export const onSleep = (pause: Pause): void => void (globalThis.sleepInTest = pause);
