import { text, type Convert, type Row } from '../shared/api/wire';

/** Where a waiting execution of n8n listens, by default; and what Send and Wait adds, wherever that is. */
const WAITS = /\/(webhook|form)-waiting\/|\?question=\d{1,9}&lang=[a-z]{2}(&|$)/;

const SIGNATURE = /[?&]signature=[^&#]*/g;

const leadsToWaiting = (address: unknown): address is string =>
	typeof address === 'string' && WAITS.test(address);

/**
 * Whether the link leads to a page where an execution of n8n waits for an answer, as those of Send and Wait
 * for Response do.
 */
export const isWaitingPage = ({ fullLink }: Row): boolean => leadsToWaiting(fullLink);

/**
 * The full link of a row. The address of a waiting page comes without its signature: with it, whoever may
 * list links, such as an AI agent, could answer in place of the person asked.
 */
export const address: Convert = (fullLink) =>
	text(leadsToWaiting(fullLink) ? fullLink.replace(SIGNATURE, '') : fullLink);
