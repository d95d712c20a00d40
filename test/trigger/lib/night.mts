import type { Change } from '../../../nodes/MessageTrigger/change';
import type { PageQuery, MessageList, Page } from '../../../nodes/MessageTrigger/list';

/** Where clocks are set back from 3:00 to 2:00 at this moment. */
export const ZONE = 'Europe/Berlin';
export const SET_BACK = Date.UTC(2026, 9, 25, 1);

const HOUR = 3_600_000;

const timeOf = (at: number): string =>
	new Date(at + (at < SET_BACK ? 2 : 1) * HOUR).toISOString().slice(0, 19).replace('T', ' ');

/** The moment of a time; the earlier one of a time that comes twice. */
function momentOf(time: string): number {
	const summer = Date.parse(`${time}Z`) - 2 * HOUR;
	return summer < SET_BACK ? summer : summer + HOUR;
}

/** How a service keeps its times: as its clock shows them, or as moments. */
export type Keeps = 'clock' | 'moment';

/** A list of messages in the night in which the clocks are set back; each changes once. */
export class Night {
	private readonly rows: Array<Change & { at: number }> = [];

	constructor(
		private readonly keeps: Keeps,
		private readonly pageSize: number,
	) {}

	/** A message gets its status at a moment. @returns its ID */
	change(at: number): string {
		const id = String(this.rows.length + 1);
		this.rows.push({ id, status: 'DELIVRD', time: timeOf(at), row: { to: id }, at });
		return id;
	}

	list(): MessageList {
		return { pageSize: this.pageSize, page: async (asked) => this.page(asked) };
	}

	private page({ sort, from, to, page }: PageQuery): Page {
		const key = ({ time, at }: Change & { at: number }) => (this.keeps === 'clock' ? time : at);
		const bound = (time: string) => (this.keeps === 'clock' ? time : momentOf(time));
		const [first, last] = [bound(from), to ? bound(to) : undefined];
		const rows = this.rows
			.filter((row) => key(row) >= first && (last === undefined || key(row) <= last))
			.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
		if (sort.to !== undefined) rows.sort((a, b) => Number(a.id) - Number(b.id));
		if (sort.statusUpdateTs === 'DESC') rows.reverse();
		const changes = rows.slice(page * this.pageSize, (page + 1) * this.pageSize);
		return { changes, total: rows.length };
	}
}
