import { isRecord } from './wire';

/** System calls before any data: finding the address, and connecting to it. */
const BEFORE_DATA = new Set(['getaddrinfo', 'connect']);

/** Node.js checks the certificate when the handshake ends, and writes only if it is good. */
export const UNTRUSTED: ReadonlySet<string> = new Set([
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Codes that prove that no byte of the request went out. Never add one that an open connection can end with
 * (ECONNRESET, EPROTO, EHOSTUNREACH, ETIMEDOUT, any alert of TLS).
 */
const NEVER_SENT = new Set([
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
	...UNTRUSTED,
]);

const BLOCKED: ReadonlySet<unknown> = new Set(['SsrfBlockedHostnameError', 'SsrfBlockedIpError']);

/**
 * Whether n8n's protection against server-side request forgery refused the address, which it does before it connects
 * (seen in 2.41.1).
 */
export const isBlocked = (error: unknown): boolean =>
	causes(error).some(({ name }) => BLOCKED.has(name));

/** Errors wrapped deeper than this are ignored, so they prove nothing. */
const DEPTH = 6;

/**
 * Whether no byte of a request can have left. Never widen this to what may have been written: a message would
 * go out twice.
 */
export function wasNeverSent(error: unknown): boolean {
	const chain = causes(error);
	if (chain.some(({ request }) => wasConnecting(request))) return true;
	// The system call says more than a code, which the wrappers copy.
	const system = chain.find((cause) => 'syscall' in cause || 'errors' in cause);
	return system ? isBeforeData(system) : chain.some(isBeforeData);
}

/** The error with the causes that it wraps, outermost first. */
export function causes(error: unknown): Array<Record<string, unknown>> {
	const found: Array<Record<string, unknown>> = [];
	for (let cause = error; isRecord(cause) && found.length < DEPTH; cause = cause.cause) {
		found.push(cause);
	}
	return found;
}

/** With several addresses (`AggregateError`), this must hold for each. */
function isBeforeData({ code, syscall, errors }: Record<string, unknown>): boolean {
	if (Array.isArray(errors) && errors.length > 0) {
		return errors.every((each) => isRecord(each) && isBeforeData(each));
	}
	if (typeof syscall === 'string') return BEFORE_DATA.has(syscall);
	return typeof code === 'string' && NEVER_SENT.has(code);
}

/** Both flags of Node.js are true at first and never again, and no data goes out before they are false. */
function wasConnecting(request: unknown): boolean {
	const socket = isRecord(request) ? request.socket : undefined;
	if (!isRecord(socket)) return false;
	return socket.connecting === true || socket.secureConnecting === true;
}
