import { readPage } from '../../shared/api/pages';
import type { Service } from '../../shared/api/service';
import { text, time } from '../../shared/api/wire';
import { formatInstant, instant } from '../../shared/input/time/zone';
import type { Outgoing } from './outgoing';

const METHOD = 'Message/List';

/** The service's clock is known to a second, from the `Date` header of its responses. */
export const UNSURE_MS = 1000;

/** A message in the service's list, to the very recipient that was asked for. */
export interface Row {
	id: string;
	campaignId: string;
	text: unknown;
	/** When its sending began and when its status changed, in ms since the epoch; what is known of it. */
	times: number[];
}

/** A span by the service's clock, in ms since the epoch. Without `to` it is still open. */
export interface Span {
	from: number;
	to?: number;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** A word with a link in it: a scheme, or a name with a dot before letters. */
const LINK = /:\/\/|[^\s.]\.\p{L}/u;

/**
 * The text as far as it can be compared with the service's list: where the service shortens links, it
 * keeps the text with its own short links in it, so that words with a link say nothing.
 */
export const comparable = (given: unknown, { params }: Outgoing): string =>
	params.shortenLinks === 1
		? String(given)
				.split(/\s+/)
				.map((word) => (LINK.test(word) ? '(link)' : word))
				.join(' ')
		: String(given);

/** The newest messages to a recipient. The service matches parts of numbers; these are the whole one. */
export async function messagesTo(service: Service, recipient: string): Promise<Row[]> {
	const params = { criteria: { to: recipient }, sort: { campaignId: 'DESC' } };
	const { items } = await readPage(service, METHOD, params, 100, 0);
	return items.flatMap((row) => {
		const id = plain(row.id);
		if (plain(row.to).replace(/^\+/, '') !== recipient || id === '') return [];
		const times = [time(row.startSendTs), time(row.statusUpdateTs)]
			.filter((shown) => typeof shown === 'string' && TIME.test(shown))
			.map((shown) => instant(String(shown), service.account.zone));
		return [{ id, campaignId: plain(row.campaignId), text: row.text, times }];
	});
}

/** Of some campaigns, those that the service made within a span, or all that it lists: their messages' ids. */
export async function madeWithin(
	service: Service,
	campaignIds: string[],
	span?: Span,
): Promise<Set<string>> {
	const { zone } = service.account;
	const criteria = {
		campaignIds,
		campaignCreateTsFrom: span && formatInstant(span.from, zone),
		campaignCreateTsTo:
			span?.to === undefined ? undefined : formatInstant(span.to + UNSURE_MS, zone),
	};
	const { items } = await readPage(service, METHOD, { criteria }, 100, 0);
	return new Set(items.map(({ id }) => plain(id)));
}

/** Whether the list holds a change that lies ahead of the service's own clock: then its times mislead. */
export async function runsAhead(service: Service, now: number): Promise<boolean> {
	const statusUpdateTsFrom = formatInstant(now + 2 * UNSURE_MS, service.account.zone);
	const criteria = { statusUpdateTsFrom };
	const { items } = await readPage(service, METHOD, { criteria }, 25, 0);
	return items.length > 0;
}

const plain = (value: unknown): string => String(text(value) ?? '').trim();

/** Orders ids by value; they may be larger than a safe integer. */
export const isAbove = (id: string, other: string | undefined): boolean =>
	other === undefined || id.length > other.length || (id.length === other.length && id > other);
