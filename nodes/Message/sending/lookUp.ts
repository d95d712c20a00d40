import { isRecord } from '../../shared/api/envelope';
import { readPage } from '../../shared/api/pages';
import type { Service } from '../../shared/api/service';
import { formatInstant } from '../../shared/time/zone';
import type { Outgoing } from './outgoing';
import type { Acceptance } from './verdict';

const LINK = /(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:\/\S*)?/gi;

/**
 * Messages in the service's list that may be this one: the very same recipient (the service matches
 * parts of numbers), the same text, and of a campaign made since the call began.
 *
 * @param since when the call began, in ms since the epoch
 * @param taken ids of messages that belong to other items
 */
export async function findSent(
	service: Service,
	message: Outgoing,
	since: number,
	taken: ReadonlySet<string>,
): Promise<Acceptance[]> {
	const isShortened = message.params.shortenLinks === 1;
	const criteria = {
		to: message.recipient,
		// The service keeps the text with its own short links in it.
		text: isShortened ? undefined : message.text,
		campaignCreateTsFrom: formatInstant(since, service.account.zone),
	};
	const { items } = await readPage(service, 'Message/List', { criteria }, 100, 0);
	const plain = (text: unknown) => (isShortened ? String(text).replace(LINK, '') : text);
	return items
		.filter(isRecord)
		.filter(({ id, to }) => String(to) === message.recipient && !taken.has(String(id)))
		.filter(({ text }) => plain(text) === plain(message.text))
		.map(({ id, campaignId }) => ({ messageId: id, campaignId, status: null, recovered: true }));
}
