import { DateTime } from 'luxon';

import { isRecord } from '../../shared/api/envelope';
import { text } from '../../shared/api/wire';
import { SERVICE_LIMITS } from '../../shared/input/limits';
import { Failure } from '../../shared/operation/failure';
import type { Run } from '../../shared/operation/run';
import type { Question } from './question';

/**
 * Link/Create for the page where n8n waits. The link works until the day after the limit ends, in the
 * account's zone, and its comment names the workflow.
 *
 * A second try of the node uses the link that an earlier one made.
 *
 * @throws ServiceRefusal | NoAnswer | Failure when the link cannot be made; nothing was sent then
 */
export async function makeShortLink(
	{ context, service }: Run,
	resumeUrl: string,
	{ ends }: Question,
): Promise<string> {
	const { zone } = service.account;
	const expirationDate = ends && DateTime.fromMillis(ends, { zone }).plus({ days: 1 }).toISODate();
	const made: { [key: string]: string } = (context.getContext('node').links ??= {});
	const key = `${resumeUrl} ${expirationDate}`;
	if (made[key]) return made[key];
	const name = context.getWorkflow().name ?? '';
	const data = {
		fullLink: resumeUrl,
		expirationDate,
		comment: [...`n8n: ${name}`].slice(0, SERVICE_LIMITS.comment).join(''),
	};
	const created = await service.write('Link/Create', { data });
	const shortLink = isRecord(created) ? text(created.shortLink) : null;
	if (typeof shortLink === 'string') return (made[key] = shortLink);
	throw new Failure(
		'The service made no short link for the answer, so nothing was sent',
		'Try again later.',
	);
}
