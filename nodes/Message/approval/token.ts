import { createHash } from 'crypto';

/**
 * A part of the answer's address that says who is asked, without the number. In a loop n8n gives the
 * question to each person the same address: with it, who was asked before cannot answer for the next.
 *
 * @param recipient the parameter as the user gave it
 */
export const tokenOf = (recipient: unknown): string =>
	createHash('sha256').update(String(recipient)).digest('base64url').slice(0, 10);
