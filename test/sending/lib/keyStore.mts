import type { IDataDeduplicator } from 'n8n-workflow';

type Given = Parameters<IDataDeduplicator['clearAllProcessedItems']>[1];
type Row = string[];

/** Reads the row of a node, and after a while writes what has become of it. */
type ChangeRow = (
	/** Its ID. */
	workflow: string,
	node: string,
	change: (row: Row | undefined) => Row | undefined,
) => Promise<void>;

/**
 * n8n's store, as n8n keeps it: one row a node, which is read, changed and written whole, without a lock, so that
 * whoever does not take turns loses entries; the oldest fall out.
 */
export class KeyStore implements IDataDeduplicator {
	constructor(
		private readonly change: ChangeRow,
		/** How an entry stands in the row. */
		private readonly entryOf: (item: unknown) => string = String,
	) {}

	checkProcessedAndRecord: IDataDeduplicator['checkProcessedAndRecord'] = async (
		items,
		scope,
		data,
		{ maxEntries },
	) => {
		const result: { new: typeof items; processed: typeof items } = { new: [], processed: [] };
		await this.change(...nameOf(scope, data), (row) => {
			const known = new Set(row);
			// As n8n does it, a row that is new takes all, also what stands there twice.
			for (const item of items)
				(known.has(this.entryOf(item)) ? result.processed : result.new).push(item);
			const entries = [...(row ?? []), ...result.new.map((item) => this.entryOf(item))];
			return maxEntries === undefined ? entries : entries.slice(-maxEntries);
		});
		return result;
	};

	removeProcessed: IDataDeduplicator['removeProcessed'] = async (items, scope, data) =>
		await this.change(...nameOf(scope, data), (row) => {
			const gone = new Set(items.map((item) => this.entryOf(item)));
			// Of an entry that stands there twice, one goes.
			return row?.filter((entry) => !gone.delete(entry));
		});

	clearAllProcessedItems = notUsed;
	getProcessedDataCount = notUsed;
}

async function notUsed(): Promise<never> {
	throw new Error('the nodes do without it');
}

const nameOf = (scope: string, { node, workflow }: Given): [workflow: string, name: string] => [
	workflow.id ?? '',
	`${workflow.id} ${scope === 'node' ? node?.id : ''}`,
];
