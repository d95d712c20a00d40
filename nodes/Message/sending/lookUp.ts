import { readPage } from '../../shared/api/pages';
import type { Service } from '../../shared/api/service';
import { time } from '../../shared/api/wire';
import { formatInstant } from '../../shared/time/zone';
import type { Outgoing } from './outgoing';
import type { Acceptance } from './verdict';

/** A word with a link in it: a scheme, or a name with a dot before letters. */
const LINK = /:\/\/|[^\s.]\.\p{L}/u;

/**
 * The text as far as it can be compared with the service's list: where the service shortens links, it
 * keeps the text with its own short links in it, so that words with a link say nothing.
 */
export const comparable = (text: unknown, { params }: Outgoing): string =>
	params.shortenLinks === 1
		? String(text)
				.split(/\s+/)
				.map((word) => (LINK.test(word) ? '(link)' : word))
				.join(' ')
		: String(text);

/**
 * Messages in the service's list that may be this one: the very same recipient (the service matches
 * parts of numbers), the same text, and of a campaign made since the call began.
 *
 * @param since when the call began, in ms since the epoch
 */
export async function findSent(
	service: Service,
	message: Outgoing,
	since: number,
): Promise<Acceptance[]> {
	const began = formatInstant(since, service.account.zone);
	const criteria = {
		to: message.recipient,
		text: message.params.shortenLinks === 1 ? undefined : message.text,
		campaignCreateTsFrom: began,
	};
	const { items } = await readPage(service, 'Message/List', { criteria }, 100, 0);
	const wanted = comparable(message.text, message);
	return (
		items
			.filter(({ to }) => String(to) === message.recipient)
			.filter(({ text }) => comparable(text, message) === wanted)
			// Not left to the service's filter alone: adopting an older message would lose this one.
			.filter(({ startSendTs }) => String(time(startSendTs) ?? began) >= began)
			.map(({ id, campaignId }) => ({ messageId: id, campaignId, status: null, recovered: true }))
	);
}
