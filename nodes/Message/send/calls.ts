import { readPage } from '../../shared/api/pages';
import type { Service } from '../../shared/api/service';
import { text, time } from '../../shared/api/wire';
import { formatInstant, instant } from '../../shared/input/time/zone';
import type { ListedMessage, TimeRange } from './match';

const METHOD = 'Message/List';

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The newest messages to exactly this recipient; the service also matches parts of numbers. */
export async function messagesTo(service: Service, recipient: string): Promise<ListedMessage[]> {
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

/** The ids of messages whose campaign, one of these, was made within the range, in whole seconds. */
export async function madeWithin(
	service: Service,
	campaignIds: string[],
	{ from, to }: TimeRange,
): Promise<Set<string>> {
	const { zone } = service.account;
	const criteria = {
		campaignIds,
		campaignCreateTsFrom: formatInstant(from, zone),
		campaignCreateTsTo: to === undefined ? undefined : formatInstant(to, zone),
	};
	const { items } = await readPage(service, METHOD, { criteria }, 100, 0);
	return new Set(items.map(({ id }) => plain(id)));
}

/** The service's times are whole seconds, and its servers may differ by one. */
const AHEAD_MS = 2000;

/** Whether the list has a change ahead of the service's own clock: then its times are wrong. */
export async function runsAhead(service: Service, now: number): Promise<boolean> {
	const statusUpdateTsFrom = formatInstant(now + AHEAD_MS, service.account.zone);
	const criteria = { statusUpdateTsFrom };
	const { items } = await readPage(service, METHOD, { criteria }, 25, 0);
	return items.length > 0;
}

const plain = (value: unknown): string => String(text(value) ?? '').trim();
