import { isRecord } from './envelope';

/** System calls that come before any data: finding the address, and connecting to it. */
const BEFORE_DATA = new Set(['getaddrinfo', 'connect']);

/**
 * Codes that prove that no byte of the request went out, each with the reason. Never add a code that an
 * open connection can end with (ECONNRESET, EPROTO, EHOSTUNREACH, ETIMEDOUT, any alert of TLS): for
 * those, the system call and the socket decide.
 */
const NEVER_SENT: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens at the address',
	ENOTFOUND: 'the host has no address',
	EAI_AGAIN: 'the host could not be looked up',
	EADDRNOTAVAIL: 'this machine has no address or port to connect from',
	// Node.js checks the certificate when the handshake ends, and writes only if it is good.
	CERT_CHAIN_TOO_LONG: 'the certificate was not accepted',
	CERT_HAS_EXPIRED: 'the certificate was not accepted',
	CERT_NOT_YET_VALID: 'the certificate was not accepted',
	CERT_REJECTED: 'the certificate was not accepted',
	CERT_REVOKED: 'the certificate was not accepted',
	CERT_SIGNATURE_FAILURE: 'the certificate was not accepted',
	CERT_UNTRUSTED: 'the certificate was not accepted',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate was not accepted',
	ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
	HOSTNAME_MISMATCH: 'the certificate is for another host',
	INVALID_CA: 'the issuer of the certificate was not accepted',
	INVALID_PURPOSE: 'the certificate is not for a server',
	PATH_LENGTH_EXCEEDED: 'the issuer of the certificate was not accepted',
	SELF_SIGNED_CERT_IN_CHAIN: 'the issuer of the certificate was not accepted',
	UNABLE_TO_GET_ISSUER_CERT: 'the issuer of the certificate is not known',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of the certificate is not known',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of the certificate is not known',
};

/** Errors wrapped deeper than this are ignored, so they prove nothing. */
const DEPTH = 6;

/**
 * Whether no byte of a request can have left, whatever n8n wrapped around the error. Never widen this
 * to what may have been written: a message would go out twice.
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

/** Several addresses were tried (`AggregateError`): none of the attempts may have come further. */
function isBeforeData({ code, syscall, errors }: Record<string, unknown>): boolean {
	if (Array.isArray(errors) && errors.length > 0) {
		return errors.every((attempt) => isRecord(attempt) && isBeforeData(attempt));
	}
	if (typeof syscall === 'string') return BEFORE_DATA.has(syscall);
	return typeof code === 'string' && Object.hasOwn(NEVER_SENT, code);
}

/**
 * Whether the connection was still being made when the request ended. Both marks of Node.js begin as
 * true and never become so again, and data waits until they are gone.
 */
function wasConnecting(request: unknown): boolean {
	const socket = isRecord(request) ? request.socket : undefined;
	if (!isRecord(socket)) return false;
	return socket.connecting === true || socket.secureConnecting === true;
}
