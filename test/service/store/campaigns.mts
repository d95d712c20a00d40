import { Table } from './table.mts';

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

export class Campaigns extends Table<StoredCampaign> {
	add(row: Partial<StoredCampaign> & { createTs: number }): StoredCampaign {
		const empty = { name: '', status: 'DONE', sentTs: null, deferredToTs: null };
		return this.put({ ...empty, ...row, id: this.idFor(row.id) });
	}
}
