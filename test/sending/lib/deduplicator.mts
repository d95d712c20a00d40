import { DataDeduplicationService } from 'n8n-core';
import { setTimeout as wait } from 'node:timers/promises';

import { KeyStore } from './keyStore.mts';

/** Gives the engine its store of keys, in which tests can look; the engine takes one only once. */
export async function startDeduplicator() {
	const lists = new Map<string, string[]>();
	const store = new KeyStore(async (_workflow, list, change) => {
		const read = lists.get(list);
		await wait(1);
		const written = change(read && [...read]);
		if (written !== undefined) lists.set(list, written);
	});
	await DataDeduplicationService.init(store);
	return Object.assign(store, { lists });
}
