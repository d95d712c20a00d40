import { ServiceRefusal } from '../shared/api/faults';
import { readPage } from '../shared/api/pages';
import type { Params, Service } from '../shared/api/service';
import { settle } from '../shared/api/promises';
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
}

export interface Page {
	changes: Change[];
	/** Messages in the whole span; undefined if the service does not say. */
	total: number | undefined;
}

/** The service's list of messages, a page at a time. */
export interface MessageList {
	/** Rows of a full page, unless the service gives fewer. */
	readonly pageSize: number;
	page(asked: PageQuery): Promise<Page>;
}

/** The largest page of the specification. */
const PAGE_SIZE = 100;
const QUEUED = 100;
const MOST_ASKS = 3;

/**
 * Message/List under the trigger's filters.
 *
 * @param criteria the filters, by the service's names
 * @param withNumberInfo whether the service is to look up country and operator
 */
export function messageList(
	service: Pick<Service, 'read'>,
	criteria: Params,
	withNumberInfo: boolean,
): MessageList {
	/** A queued call returns no list; another try may. */
	async function read(method: string, params: Params): Promise<unknown> {
		for (let asks = 1; ; asks++) {
			const answer = await settle(async () => await service.read(method, params));
			if ('value' in answer) return answer.value;
			const isQueued = answer.fault instanceof ServiceRefusal && answer.fault.code === QUEUED;
			if (!isQueued || asks === MOST_ASKS) throw answer.fault;
		}
	}
	return {
		pageSize: PAGE_SIZE,
		async page({ sort, from, to, page: number }) {
			const params = {
				withNumberInfo: withNumberInfo ? 1 : undefined,
				criteria: { ...criteria, statusUpdateTsFrom: from, statusUpdateTsTo: to },
				sort,
			};
			const { items, total } = await readPage({ read }, 'Message/List', params, PAGE_SIZE, number);
			return { changes: items.map(changeOf).filter((change) => change !== undefined), total };
		},
	};
}
