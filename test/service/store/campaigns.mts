import type { IdSequence } from './ids.mts';

/** The campaign that holds a message. Times are ms since the epoch. */
export interface StoredCampaign {
	id: string;
	name: string;
	status: string;
	createTs: number;
	/** null until sending started. */
	sentTs: number | null;
	/** null unless sending was deferred. */
	deferredToTs: number | null;
}

export class Campaigns {
	private readonly rows = new Map<string, StoredCampaign>();

	constructor(private readonly ids: IdSequence) {}

	get size(): number {
		return this.rows.size;
	}

	get(id: string | number): StoredCampaign | undefined {
		return this.rows.get(String(id));
	}

	all(): IterableIterator<StoredCampaign> {
		return this.rows.values();
	}

	add(row: Partial<StoredCampaign> & { createTs: number }): StoredCampaign {
		const id = row.id ?? this.ids.next();
		this.ids.skipPast(id);
		const campaign = { name: '', status: 'DONE', sentTs: null, deferredToTs: null, ...row, id };
		this.rows.set(id, campaign);
		return campaign;
	}

	clear(): void {
		this.rows.clear();
	}
}
