import { DataDeduplicationService } from 'n8n-core';
import { setTimeout as wait } from 'node:timers/promises';

import { KeyStore } from './keyStore.mts';

/** Keys in memory, in which tests can look. */
class Deduplicator extends KeyStore {
	readonly lists = new Map<string, string[]>();
	protected entryOf = String;

	protected async change(
		_workflow: string,
		list: string,
		change: (row: string[] | undefined) => string[] | undefined,
	): Promise<void> {
		const read = this.lists.get(list);
		await wait(1);
		const written = change(read && [...read]);
		if (written !== undefined) this.lists.set(list, written);
	}
}

/** Gives the engine its store of keys; the engine takes one only once. */
export async function startDeduplicator(): Promise<Deduplicator> {
	const deduplicator = new Deduplicator();
	await DataDeduplicationService.init(deduplicator);
	return deduplicator;
}
