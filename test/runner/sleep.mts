import * as n8nWorkflow from 'n8n-workflow';

declare global {
	var sleepInTest: ((ms: number) => Promise<void>) | undefined;
}

/** What the nodes do from now on, in this file of tests, when they pause for `ms` milliseconds. */
export function onSleep(
	sleep: (ms: number, real: typeof n8nWorkflow.sleep) => Promise<void>,
): void {
	globalThis.sleepInTest = async (ms) => await sleep(ms, realSleep);
}

const realSleep = async (ms: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, ms));
