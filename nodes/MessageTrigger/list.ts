import { readPage } from '../shared/api/pages';
import type { Params, Service } from '../shared/api/service';
import { changeOf, type Change } from './change';

export interface Asked {
	/** By statusUpdateTs. */
	order: 'ASC' | 'DESC';
	/** First time of the span, inclusive. Leaves out the messages that have no statusUpdateTs. */
	from: string;
	/** Last time of the span, inclusive. */
	to?: string;
	/** Begins at 0. */
	page: number;
}

export interface Page {
	changes: Change[];
	/** Rows on this page, also those that are no changes. */
	rows: number;
	/** Messages in the whole span; Infinity where the service does not tell. */
	total: number;
}

/** The service's list of messages, a page at a time. */
export interface MessageList {
	page(asked: Asked): Promise<Page>;
}

/** The largest page of the specification. */
const PAGE_SIZE = 100;

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
	async function page({ order, from, to, page: number }: Asked): Promise<Page> {
		const params = {
			withNumberInfo: withNumberInfo ? 1 : undefined,
			criteria: { ...criteria, statusUpdateTsFrom: from, statusUpdateTsTo: to },
			sort: { statusUpdateTs: order },
		};
		const { items, total } = await readPage(service, 'Message/List', params, PAGE_SIZE, number);
		const changes = items.map(changeOf).filter((change) => change !== undefined);
		return { changes, rows: items.length, total: total ?? Infinity };
	}
	return { page };
}
