import type { IDataObject } from 'n8n-workflow';

import { event as eventFields, type Shape } from '../Message/row';
import { plain } from '../shared/api/envelope';
import { NoAnswer, ServiceRefusal } from '../shared/api/faults';
import { readPage } from '../shared/api/pages';
import { settle } from '../shared/api/promises';
import { CODES } from '../shared/api/resultCodes';
import type { Params, Service } from '../shared/api/service';
import { text, time, type Row } from '../shared/api/wire';
import { isTime } from './times';

const METHOD = 'Message/List';

export interface Change {
	id: string;
	status: string;
	/** statusUpdateTs, YYYY-MM-DD HH:MM:SS in the account's zone. */
	time: string;
	row: Row;
}

export interface ChangeEvent extends Change {
	/** Null where it is not known. */
	previousStatus: string | null;
}

/**
 * @returns undefined for a row without a statusUpdateTs, whose sending has not begun
 * @throws NoAnswer for one that is not a time, since it has no place in the order, and for an id that is not
 * an integer
 */
export function changeOf(row: Row): Change | undefined {
	const [id, status, since] = [text(row.id), text(row.status), time(row.statusUpdateTs)];
	if (id === null || status === null || since === null) return undefined;
	if (!isTime(since)) throw new NoAnswer(METHOD, 'garbled', `statusUpdateTs ${since}`);
	const digits = String(id).trim();
	if (!/^\d{1,40}$/.test(digits)) throw new NoAnswer(METHOD, 'garbled', `id ${digits}`);
	return { id: String(BigInt(digits)), status: String(status), time: since, row };
}

/** In digits: the service may add spaces and a plus. */
export const recipientOf = ({ row }: Change): string => plain(row.to).replace(/[\s+]/g, '');

export function eventData(event: ChangeEvent, shape: Shape): IDataObject {
	const { status, to, ...fields } = eventFields(event.row, shape);
	return {
		status,
		to,
		...fields,
		// Without a time, since the service may give a status a new time, and a crash may repeat a change.
		eventId: `${event.id}:${event.status}`,
		previousStatus: event.previousStatus,
	};
}

export interface PageQuery {
	/** With several fields the service may use only one, or refuse. */
	sort: { [field: string]: 'ASC' | 'DESC' };
	/** First statusUpdateTs. Leaves out the messages that have none. */
	from: string;
	to?: string;
	/** Begins at 0. */
	page: number;
	/** In digits. */
	recipient?: string;
}

export interface Page {
	changes: Change[];
	isFull: boolean;
	/** In the whole span; may be wrong, or not given. */
	total: number | undefined;
}

export interface MessageList {
	readonly pageSize: number;
	page(asked: PageQuery): Promise<Page>;
}

/** How often a call that is only queued is made. */
const MOST_ASKS = 3;

/** Message/List under the filters of the trigger; the largest page of the specification has 100 rows. */
export function messageList(
	service: Pick<Service, 'read'>,
	criteria: Params,
	withNumberInfo: boolean,
	pageSize = 100,
): MessageList {
	async function read(method: string, params: Params, asks = 1): Promise<unknown> {
		const answer = await settle(async () => await service.read(method, params));
		if ('value' in answer) return answer.value;
		const isQueued = answer.fault instanceof ServiceRefusal && answer.fault.code === CODES.queued;
		if (isQueued && asks < MOST_ASKS) return await read(method, params, asks + 1);
		throw answer.fault;
	}
	return {
		pageSize,
		async page({ sort, from, to, page, recipient }) {
			const params = {
				withNumberInfo: withNumberInfo ? 1 : undefined,
				criteria: {
					...criteria,
					to: recipient ?? criteria.to,
					statusUpdateTsFrom: from,
					statusUpdateTsTo: to,
				},
				sort,
			};
			const { items, total } = await readPage({ read }, METHOD, params, pageSize, page);
			const changes = items.map(changeOf).filter((change) => change !== undefined);
			return { changes, isFull: items.length >= pageSize, total };
		},
	};
}
