import type { IDataObject } from 'n8n-workflow';

/** Figures of one link; null where the service gives none. */
export interface Counts {
	clicks: number | null;
	redirects: number | null;
}

/** Figures of one link in one period. */
export interface StatisticsRow extends Counts {
	/** As the service names it: 2026-01, 2026-01-31, ... */
	period: string | null;
	/** Other fields of the period. */
	more?: IDataObject;
}

/** The part of one answer that is about one link. */
export interface LinkStatistics {
	rows: StatisticsRow[];
	/** The service's own totals. */
	totals: Counts;
	/** There is no figure at all. */
	isEmpty?: boolean;
}

const add = (a: number | null, b: number | null): number | null =>
	a === null || b === null ? null : a + b;

/** Adds figures up; with one that is missing, the sum is not known. */
export const sum = ([first, ...others]: Counts[]): Counts =>
	others.reduce<Counts>(
		(all, one) => ({
			clicks: add(all.clicks, one.clicks),
			redirects: add(all.redirects, one.redirects),
		}),
		first
			? { clicks: first.clicks, redirects: first.redirects }
			: { clicks: null, redirects: null },
	);

/** What the rows of a link add up to. */
export const sumOfRows = ({ rows }: LinkStatistics): Counts => sum(rows);

/** The totals of a link over its windows: the service's own, or the sum of the rows where it gives none. */
export const totals = (windows: LinkStatistics[]): Counts =>
	sum(
		windows.map((window) => {
			// Before the link was made, the service may have nothing to say.
			if (window.isEmpty && window.rows.length === 0) return { clicks: 0, redirects: 0 };
			const rows = sumOfRows(window);
			return {
				clicks: window.totals.clicks ?? rows.clicks,
				redirects: window.totals.redirects ?? rows.redirects,
			};
		}),
	);

/** Whether the service's own totals are others than its rows add up to. */
export function disagrees(window: LinkStatistics): boolean {
	const rows = sumOfRows(window);
	const isOther = (own: number | null, added: number | null) =>
		own !== null && added !== null && own !== added;
	return (
		isOther(window.totals.clicks, rows.clicks) || isOther(window.totals.redirects, rows.redirects)
	);
}
