import { DateTime } from 'luxon';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import { settle } from '../../shared/api/promises';
import { openService } from '../../shared/api/service';
import { idText, type Row } from '../../shared/api/wire';
import { Failure } from '../../shared/operation/failure';
import type { Run } from '../../shared/operation/run';

/** Names and addresses that only this machine or its own network can reach. */
const PRIVATE = [
	/^localhost$|\.(localhost|local|internal|lan|home)$/,
	// A name without a dot.
	/^[^.:]+$/,
	/^(0|10|127)(\.\d+){3}$/,
	/^169\.254(\.\d+){2}$/,
	/^192\.168(\.\d+){2}$/,
	/^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$/,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}$/,
	/^\[(::1?|f[cd]|fe[89ab])/,
];

const isPrivate = (address: string): boolean => {
	const { hostname } = new URL(address);
	return PRIVATE.some((form) => form.test(hostname.toLowerCase()));
};

/**
 * The person asked must be able to open the page. If the service itself is local, as in a trial, the page may
 * be local too.
 *
 * @throws Failure for an address that a phone cannot reach
 */
export function checkResumeAddress(resumeUrl: string, serverUrl: string): void {
	if (!isPrivate(resumeUrl) || isPrivate(serverUrl)) return;
	throw new Failure(
		`The answer would go to ${new URL(resumeUrl).host}, which a phone cannot reach, so nothing was sent`,
		'Set the environment variable WEBHOOK_URL of n8n to the address at which it can be reached from outside.',
	);
}

/**
 * Link/Create for the page where n8n waits. The link works until the day after `ends` (in ms since the
 * epoch), in the zone of the account.
 *
 * @returns `link` is its ID, undefined if the service did not say it
 * @throws ServiceRefusal | NoResponse | Failure when the link cannot be made; nothing was sent then
 */
export async function makeShortLink(
	{ context, service }: Run,
	resumeUrl: string,
	ends: number | undefined,
): Promise<{ shortLink: string; link?: string }> {
	const { zone } = service.account;
	const expirationDate = ends && DateTime.fromMillis(ends, { zone }).plus({ days: 1 }).toISODate();
	const comment = `n8n: ${context.getWorkflow().name ?? ''}`;
	const data = { fullLink: resumeUrl, expirationDate, comment };
	const created = await service.write('Link/Create', { data });
	const { shortLink, id }: Row = isRecord(created) ? created : {};
	if (typeof shortLink === 'string' && shortLink !== '')
		return { shortLink, link: id ? idText(id) : undefined };
	throw new Failure(
		'The service made no short link for the answer, so nothing was sent',
		'Try again later.',
	);
}

/** Of a question that is closed: a link that stays would lead to a page that takes no answer. */
export function deleteShortLink(context: IWebhookFunctions, id: string): void {
	if (id === '') return;
	void settle(async () => {
		const service = await openService(context);
		await service.write('Link/Delete', { ids: [id] });
	});
}
