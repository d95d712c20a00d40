import type { IDataObject } from 'n8n-workflow';

import { message, SIMPLE_EVENT, type Shape } from '../Message/row';
import { NoResponse, ServiceRefusal } from '../shared/api/faults';
import { readPage } from '../shared/api/pages';
import { settle } from '../shared/api/promises';
import { CODES } from '../shared/api/resultCodes';
import type { Params, Reader } from '../shared/api/service';
import { plain, text, time, type Row } from '../shared/api/wire';
import { isTime } from './times';

const METHOD = 'Message/List';

/** A message in a row of Message/List: its status, and since when. */
export interface Change {
	id: string;
	status: string;
	/** statusUpdateTs, YYYY-MM-DD HH:MM:SS in the account's zone. */
	time: string;
	/** The row as it came. */
	row: Row;
}

export interface ChangeEvent extends Change {
	/** Null where it is not known. */
	previousStatus: string | null;
}

/**
 * @returns undefined for a row without a statusUpdateTs: its sending has not begun, so its status has not
 * changed
 * @throws NoResponse for a statusUpdateTs that is not a time, since it has no place in the order, and for an
 * id that is not an integer
 */
export function changeOf(row: Row): Change | undefined {
	const [id, status, since] = [text(row.id), text(row.status), time(row.statusUpdateTs)];
	if (id === null || status === null || since === null) return undefined;
	if (!isTime(since)) throw new NoResponse(METHOD, 'garbled', `statusUpdateTs ${since}`);
	const digits = String(id).trim();
	if (!/^\d{1,40}$/.test(digits)) throw new NoResponse(METHOD, 'garbled', `id ${digits}`);
	return { id: digits, status: String(status), time: since, row };
}

/** Whom the message went to, in digits: the service may write spaces and a plus. */
export const recipientOf = ({ row }: Change): string => plain(row.to).replace(/[\s+]/g, '');

/** The item of an event: the message's fields, and what only the trigger knows. */
export function eventData(event: ChangeEvent, shape: Shape): IDataObject {
	const { status, to, ...fields } = message(event.row, shape, SIMPLE_EVENT);
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
	/** One field: with several the service may use only one, or refuse. */
	sort: { [field: string]: 'ASC' | 'DESC' };
	/** First statusUpdateTs. Leaves out the messages that have none. */
	from: string;
	/** Last statusUpdateTs. */
	to?: string;
	/** Begins at 0. */
	page: number;
	/** Only messages to this number, in digits. */
	recipient?: string;
	/** Only messages with this status. */
	status?: string;
}

/** The largest page of the specification. */
const PAGE_SIZE = 100;
const MOST_ASKS = 3;

/**
 * Message/List under the trigger's filters.
 *
 * @param criteria the filters, by the service's names
 */
export function messageList(
	service: Reader,
	criteria: Params,
	withNumberInfo: boolean,
	pageSize = PAGE_SIZE,
) {
	/** Asks again where the service queues the call in place of returning the list. */
	async function read(method: string, params: Params): Promise<unknown> {
		for (let asks = 1; ; asks++) {
			const response = await settle(service.read(method, params));
			if ('value' in response) return response.value;
			const isQueued =
				response.fault instanceof ServiceRefusal && response.fault.code === CODES.queued;
			if (!isQueued || asks === MOST_ASKS) throw response.fault;
		}
	}
	return {
		/** Rows of a full page. */
		pageSize,
		/**
		 * @returns `isFull`: it has as many rows as were asked for, so there may be more; `total`: messages in the whole span,
		 * which may be wrong; undefined if the service does not say
		 */
		async page({ sort, from, to, page: number, recipient, status }: PageQuery) {
			const params = {
				withNumberInfo: withNumberInfo ? 1 : undefined,
				criteria: {
					...{ ...criteria, to: recipient ?? criteria.to, status },
					...{ statusUpdateTsFrom: from, statusUpdateTsTo: to },
				},
				sort,
			};
			const { items, total } = await readPage({ read }, METHOD, params, pageSize, number);
			const changes = items.map(changeOf).filter((change) => change !== undefined);
			return { changes, isFull: items.length >= pageSize, total };
		},
	};
}

export type MessageList = ReturnType<typeof messageList>;

export const narrowed = (list: MessageList, status: string): MessageList => ({
	...list,
	page: async (asked) => await list.page({ ...asked, status }),
});
