import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isLanguage, type LanguageCode } from './languages';

/** What the address of a page says of its question. n8n signs it, so nobody else can make or change it. */
export interface PageAddress {
	/** See `tokenOf`. */
	to: string;
	/** Which question of the execution, counted from 1: in a loop there are several. */
	question: string;
	lang: LanguageCode;
	/** Whether the page asks for the code in the SMS. */
	asksForCode: boolean;
}

/** The query of the address. The first two are what `isWaitingPage` of the Link node looks for. */
export const queryOf = ({ to, question, lang, asksForCode }: PageAddress) => ({
	to,
	question,
	lang,
	...(asksForCode && { code: 'sms' }),
});

/** Reads the query of an address. */
export const addressIn = ({ to, question, lang, code }: IDataObject): PageAddress => ({
	to: String(to),
	question: String(question),
	lang: isLanguage(lang) ? lang : 'en',
	asksForCode: code === 'sms',
});

/** A hash of a text, which says nothing of it. */
export const fingerprint = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, 20);

/**
 * Depends on the person asked, without the number: in a loop, a person asked before cannot answer for the
 * next.
 *
 * @param recipient the parameter as the user gave it
 */
export const tokenOf = (recipient: unknown): string => fingerprint(String(recipient)).slice(0, 10);

/** Signs addresses with the secret of this n8n, also while the execution waits. */
interface Signer {
	getSignedResumeUrl(query: Record<string, string>): string;
}

/**
 * The code of a question, 4 digits. It comes from the signature of an address that nobody ever gets, so it
 * is kept nowhere, a second try has the same one, and the link does not tell it.
 */
export function codeOf(context: Signer, address: PageAddress): string {
	const url = new URL(context.getSignedResumeUrl({ ...queryOf(address), code: 'secret' }));
	const print = createHash('sha256').update(url.search).digest();
	return String(print.readUInt32BE() % 10_000).padStart(4, '0');
}
