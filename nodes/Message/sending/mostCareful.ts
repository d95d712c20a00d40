import type { SendOptions } from './options';

/** Options that hold for a run as a whole; `maxMessages` is Infinity where no item sets a limit. */
type RunLimits = Pick<SendOptions, 'maxConcurrent' | 'intervalMs' | 'maxMessages'>;

/** Where the items of a run differ, the most careful of them counts. */
export function mostCareful(items: Iterable<SendOptions>): RunLimits {
	const limits = { maxConcurrent: Infinity, intervalMs: 0, maxMessages: Infinity };
	// One by one: a run may have more items than a function takes arguments.
	for (const { maxConcurrent, intervalMs, maxMessages } of items) {
		limits.maxConcurrent = Math.min(limits.maxConcurrent, maxConcurrent);
		limits.intervalMs = Math.max(limits.intervalMs, intervalMs);
		limits.maxMessages = Math.min(limits.maxMessages, maxMessages || Infinity);
	}
	return limits;
}
