import type { IdSequence } from './ids.mts';
import { ViewCache } from './view.mts';

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

export class Links {
	/** Grows with every change, so that a remembered result can be told from a stale one. */
	version = 0;
	readonly views = new ViewCache<StoredLink>();
	private readonly rows = new Map<string, StoredLink>();
	private readonly codes = new Map<string, StoredLink>();
	/** Links that were deleted, by id. */
	readonly deleted = new Map<string, StoredLink>();

	constructor(private readonly ids: IdSequence) {}

	get size(): number {
		return this.rows.size;
	}

	get(id: string | number): StoredLink | undefined {
		return this.rows.get(String(id));
	}

	byCode(code: string): StoredLink | undefined {
		return this.codes.get(code);
	}

	all(): IterableIterator<StoredLink> {
		return this.rows.values();
	}

	/** @throws Error when the id or the code is taken */
	add(row: Partial<StoredLink>, now: number): StoredLink {
		const id = row.id ?? this.ids.next();
		this.ids.skipPast(id);
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
		if (this.rows.has(id) || this.codes.has(link.code)) throw new Error(`Link ${id} exists`);
		this.rows.set(id, link);
		this.codes.set(link.code, link);
		this.version++;
		return link;
	}

	/** Changes fields; the code stays. Never assign to a link directly. */
	update(link: StoredLink, change: Partial<Omit<StoredLink, 'id' | 'code'>>): void {
		Object.assign(link, change);
		this.version++;
	}

	/**
	 * Deletes a link as of `now` (ms).
	 * @returns false when there is no such link
	 */
	remove(id: string, now: number): boolean {
		const link = this.rows.get(id);
		if (link === undefined) return false;
		this.version++;
		link.deletedTs = now;
		this.deleted.set(id, link);
		this.codes.delete(link.code);
		return this.rows.delete(id);
	}

	click(link: StoredLink, at: number, redirected = true): void {
		link.clicks.push(at);
		if (redirected) link.redirects.push(at);
		this.version++;
	}

	clear(): void {
		this.rows.clear();
		this.codes.clear();
		this.deleted.clear();
		this.version++;
	}
}
