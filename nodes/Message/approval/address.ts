import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { openService } from '../../shared/api/service';
import { idText, isRecord, plain, type Row } from '../../shared/api/wire';
import { hash } from '../../shared/operation/ledger';
import { Failure } from '../../shared/operation/nodeError';
import type { Run } from '../../shared/operation/run';
import { isLanguage, type LanguageCode } from './languages';

/** What the address of a page says of its question. n8n signs it, and `isWaitingPage` of the Link node knows it by this. */
export type PageAddress = {
	/** Which question it is: in a loop only the last one is open. */
	question: string;
	lang: LanguageCode;
	/** The page asks for the code in the SMS. */
	code?: 'sms';
};

/** A stranger may have changed the query, and a fault thrown here would end the waiting. */
export const addressIn = ({ question, lang, code }: IDataObject): PageAddress => ({
	question: plain(question),
	lang: isLanguage(lang) ? lang : 'en',
	...(code === 'sms' && { code }),
});

/** Also signs while the execution waits. */
type Signer = Pick<IWebhookFunctions, 'getSignedResumeUrl'>;

export const signatureIn = (resumeUrl: string): string | null =>
	new URL(resumeUrl).searchParams.get('signature');

/**
 * Whether the page was reached by its own link. n8n also lets in whoever has another address at which the execution waits,
 * `$execution.resumeUrl` (seen in 2.41.1); up to 2.0 it lets in everybody (seen in 1.123.81 and 2.0.3). Newer versions
 * sign in another way. So after an update the link is known only by what was kept, and with a code it is refused, since the
 * code would be another one.
 */
export const isOwnLink = (
	context: Signer,
	address: PageAddress,
	signature: unknown,
	own: string,
): boolean =>
	hash(address, signature) === own &&
	(!address.code || signatureIn(context.getSignedResumeUrl(address)) === signature);

/**
 * 4 digits from the signature of an address that nobody ever gets. So the code is kept nowhere, a second try has the same
 * one, and it does not follow from the link.
 */
export function codeOf(context: Signer, address: PageAddress): string {
	const url = new URL(context.getSignedResumeUrl({ ...address, code: 'secret' }));
	const print = createHash('sha256').update(url.search).digest();
	return String(print.readUInt32BE() % 10_000).padStart(4, '0');
}

/** The last question of the execution. */
export interface Remembered {
	/** Its number: when it was first asked, in ms since the epoch. */
	questions?: number;
	/** Hash of its text. */
	asked?: string;
	/** The run of the node that asked it. */
	run?: number;
	/** What its page asks for: a text, or one button, or two. */
	kind?: 'freeText' | 'single' | 'double';
	/** Hash of the address and the signature of its page. */
	own?: string;
	/** ID of its short link. */
	link?: string;
	/** Its short link, and a hash of who is asked what. Both only until it is known that it was sent. */
	shortLink?: string;
	open?: string;
}

/**
 * What was remembered of the question: while the execution waits, n8n gives it only to an expression. Parameters are
 * evaluated again there, and may have other values than when the question was sent: `$now` is later.
 *
 * @returns also the context in which the question was asked: n8n itself takes the first run of the node, so the page of an
 * agent's second call would have a button with what the first one gives (seen in 2.41.1)
 */
export function rememberedBy(context: IWebhookFunctions) {
	// Braces in the name would end the expression.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\x${brace.charCodeAt(0).toString(16)}`,
	);
	const read = (field: keyof Remembered) =>
		plain(context.evaluateExpression(`{{ $node[${name}].context.${field} }}`));
	const runIndex = { value: Number(read('run')) };
	const asking: IWebhookFunctions = Object.create(context, { runIndex });
	return { own: read('own'), asked: read('asked'), kind: read('kind'), link: read('link'), asking };
}

/** Names and addresses that only this machine or its own network can reach. */
const PRIVATE = [
	/^localhost$|\.(localhost|localdomain|local|internal|lan|home|home\.arpa)$/,
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
	return PRIVATE.some((form) => form.test(hostname));
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

/** For a question that is closed: its link would lead to a page that takes no answer. */
export async function deleteShortLink(context: IWebhookFunctions, id: string): Promise<void> {
	if (id === '') return;
	const service = await openService(context);
	await service.write('Link/Delete', { ids: [id] });
}
