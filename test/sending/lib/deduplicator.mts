import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Keeps keys as n8n's own store does, and as carelessly: the list is read, changed and written back
 * without a lock, so that whoever does not take turns loses entries.
 */
class Deduplicator implements IDataDeduplicator {
	readonly lists = new Map<string, string[]>();

	private async change(list: string, change: (keys: string[]) => string[]): Promise<void> {
		const read = [...(this.lists.get(list) ?? [])];
		await wait(1);
		this.lists.set(list, change(read));
	}

	checkProcessedAndRecord: IDataDeduplicator['checkProcessedAndRecord'] = async (
		items,
		scope,
		data,
		{ maxEntries = Infinity },
	) => {
		const result: { new: typeof items; processed: typeof items } = { new: [], processed: [] };
		await this.change(nameOf(scope, data), (keys) => {
			const known = new Set(keys);
			for (const item of items)
				(known.has(String(item)) ? result.processed : result.new).push(item);
			// The oldest are forgotten.
			return [...keys, ...result.new.map(String)].slice(-maxEntries);
		});
		return result;
	};

	removeProcessed: IDataDeduplicator['removeProcessed'] = async (items, scope, data) =>
		await this.change(nameOf(scope, data), (keys) => {
			const gone = new Set(items);
			return keys.filter((key) => !gone.has(key));
		});

	clearAllProcessedItems: IDataDeduplicator['clearAllProcessedItems'] = async (scope, data) => {
		this.lists.delete(nameOf(scope, data));
	};

	getProcessedDataCount: IDataDeduplicator['getProcessedDataCount'] = async (scope, data) =>
		this.lists.get(nameOf(scope, data))?.length ?? 0;
}

const nameOf = (
	scope: string,
	{ node, workflow }: Parameters<IDataDeduplicator['clearAllProcessedItems']>[1],
): string => `${workflow.id} ${scope === 'node' ? node?.id : ''}`;

/** Gives the engine its store of keys; the engine takes one only once. */
export async function startDeduplicator(): Promise<Deduplicator> {
	const deduplicator = new Deduplicator();
	await DataDeduplicationService.init(deduplicator);
	return deduplicator;
}
