import type { FastifyReply } from 'fastify';
import type { At, FaultKind } from '../faults.mts';

/** When a fault strikes. */
export function timeOf(kind: FaultKind): At {
	if ('drop' in kind) return kind.drop;
	return ('at' in kind ? kind.at : undefined) ?? 'before';
}

const inWords = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A fault in words, for the record of the call. */
export const describe = (kind: FaultKind): string =>
	`${Object.entries(kind)
		.map(([name, value]) => (value === true ? name : `${name} ${inWords(value)}`))
		.join(' ')}`;

const HTML = '<!DOCTYPE html><html><body><h1>Service temporarily unavailable</h1></body></html>';
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Spoils the answer.
 * @param answer the text that would have been sent
 * @returns false when this kind of fault leaves the answer alone
 */
export function strike(kind: FaultKind, reply: FastifyReply, answer: string): boolean {
	if ('drop' in kind) reply.hijack().raw.destroy();
	else if ('hang' in kind) reply.hijack();
	else if ('status' in kind)
		reply
			.code(kind.status)
			.headers(kind.location === undefined ? {} : { Location: kind.location })
			.type('text/html')
			.send(kind.body ?? HTML);
	else if ('html' in kind) reply.type('text/html').send(HTML);
	else if ('truncated' in kind)
		reply.type(JSON_TYPE).send(answer.slice(0, Math.ceil(answer.length / 2)));
	else if ('empty' in kind) reply.type(JSON_TYPE).send('');
	else return false;
	return true;
}
