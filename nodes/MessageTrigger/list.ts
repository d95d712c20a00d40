import { ServiceRefusal } from '../shared/api/faults';
import { readPage } from '../shared/api/pages';
import { settle } from '../shared/api/promises';
import { CODES } from '../shared/api/resultCodes';
import type { Params, Service } from '../shared/api/service';
import { changeOf, type Change } from './change';

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

export interface Page {
	changes: Change[];
	/** It has as many rows as were asked for: there may be more. */
	isFull: boolean;
	/** Messages in the whole span, which may be wrong; undefined if the service does not say. */
	total: number | undefined;
}

/** The service's list of messages, a page at a time. */
export interface MessageList {
	/** Rows of a full page. */
	readonly pageSize: number;
	page(asked: PageQuery): Promise<Page>;
}

/** The largest page of the specification. */
const PAGE_SIZE = 100;
const MOST_ASKS = 3;

/**
 * Message/List under the trigger's filters.
 *
 * @param criteria the filters, by the service's names
 * @param withNumberInfo whether the service is to look up country and operator
 * @param pageSize rows of a full page
 */
export function messageList(
	service: Pick<Service, 'read'>,
	criteria: Params,
	withNumberInfo: boolean,
	pageSize = PAGE_SIZE,
): MessageList {
	/** A queued call returns no list; another try may. */
	async function read(method: string, params: Params): Promise<unknown> {
		for (let asks = 1; ; asks++) {
			const answer = await settle(async () => await service.read(method, params));
			if ('value' in answer) return answer.value;
			const isQueued = answer.fault instanceof ServiceRefusal && answer.fault.code === CODES.queued;
			if (!isQueued || asks === MOST_ASKS) throw answer.fault;
		}
	}
	return {
		pageSize,
		async page({ sort, from, to, page: number, recipient, status }) {
			const params = {
				withNumberInfo: withNumberInfo ? 1 : undefined,
				criteria: {
					...criteria,
					...(recipient === undefined ? {} : { to: recipient }),
					...{ status, statusUpdateTsFrom: from, statusUpdateTsTo: to },
				},
				sort,
			};
			const { items, total } = await readPage({ read }, 'Message/List', params, pageSize, number);
			const changes = items.map(changeOf).filter((change) => change !== undefined);
			return { changes, isFull: items.length >= pageSize, total };
		},
	};
}

/** The same list, with one status only. */
export const narrowed = (list: MessageList, status: string): MessageList => ({
	...list,
	page: async (asked) => await list.page({ ...asked, status }),
});
