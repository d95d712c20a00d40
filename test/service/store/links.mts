import { Table } from './table.mts';

/** A short link. Clicks and redirects are kept as instants (ms) so that statistics can be true. */
export interface StoredLink {
	id: string;
	code: string;
	fullLink: string;
	/** 0 inactive, 1 active. */
	status: number;
	/** 0 blocked, 1 approved. */
	moderatorStatus: number;
	createTs: number;
	updateTs: number;
	/** null while it is not deleted. */
	deletedTs: number | null;
	/** `YYYY-MM-DD`; valid until the end of that day in the account's zone. */
	expirationDate: string | null;
	comment: string | null;
	moderatorComment: string | null;
	trackingCode: string | null;
	/** The campaign whose text it was shortened for. */
	campaignId: string | null;
	clicks: number[];
	redirects: number[];
}

/** What may be the code in an address: all after its last slash. */
export const codeIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//i, '');

export class Links extends Table<StoredLink> {
	readonly deleted = new Map<string, StoredLink>();
	private readonly codes = new Map<string, StoredLink>();

	byCode(code: string): StoredLink | undefined {
		return this.codes.get(code);
	}

	/** @throws Error when the id or the code is taken */
	add(row: Partial<StoredLink>, now: number): StoredLink {
		const id = this.idFor(row.id);
		const link: StoredLink = {
			fullLink: 'https://example.com/',
			status: 1,
			moderatorStatus: 1,
			createTs: now,
			updateTs: now,
			deletedTs: null,
			expirationDate: null,
			comment: null,
			moderatorComment: null,
			trackingCode: null,
			campaignId: null,
			clicks: [],
			redirects: [],
			...row,
			id,
			code: row.code ?? Number(id).toString(36),
		};
		if (this.codes.has(link.code)) throw new Error(`${link.code} exists`);
		this.put(link);
		this.codes.set(link.code, link);
		this.changed();
		return link;
	}

	/** Changes fields; the code stays. Never assign to a link directly. */
	update(link: StoredLink, change: Partial<Omit<StoredLink, 'id' | 'code'>>): void {
		Object.assign(link, change);
		this.changed();
	}

	/**
	 * Deletes a link as of `now` (ms).
	 * @returns false when there is no such link
	 */
	remove(id: string, now: number): boolean {
		const link = this.rows.get(id);
		if (link === undefined) return false;
		this.changed();
		link.deletedTs = now;
		this.deleted.set(id, link);
		this.codes.delete(link.code);
		return this.rows.delete(id);
	}

	click(link: StoredLink, at: number): void {
		link.clicks.push(at);
		link.redirects.push(at);
		this.changed();
	}
}
