import { resultCode } from './resultCodes';

/** The service answered with a result code other than 0. */
export class ServiceRefusal extends Error {
	constructor(
		readonly method: string,
		readonly code: number,
		/** The service's own words, in the account's language: shown, never matched on. */
		readonly said: string,
		readonly data: unknown,
	) {
		super(`${method} answered with code ${code}`);
		this.name = 'ServiceRefusal';
	}
}

const INCOMPLETE = {
	message: 'The service does not show the whole list',
	advice:
		'It shows fewer rows than it counts, or other rows each time that it is asked. Try again later, or ask for fewer with filters.',
};

/**
 * How a call can end without a usable response. `unreachable`, `untrusted`, `blocked`: no byte of the
 * request left. `cancelled`: a read was cut off, or a call not begun. `incomplete`: a list came, but not all of it;
 * `unaccepted`: the same, where an option takes what came.
 */
export const NO_RESPONSE = {
	unreachable: {
		message: 'The server could not be reached',
		advice:
			'Check the server in the credential and the network of this n8n. The call did not go out.',
	},
	untrusted: {
		message: 'The certificate of the server is not trusted',
		advice:
			'Check the server in the credential, and the clock of this n8n. If a proxy on the way has certificates of its own, name the file of its authority in NODE_EXTRA_CA_CERTS of n8n. The call did not go out.',
	},
	blocked: {
		message: 'This n8n does not allow calls to the server',
		advice:
			'Its protection against server-side request forgery blocks the address in the credential. Who runs this n8n can allow it with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES. The call did not go out.',
	},
	cancelled: {
		// n8n knows a cancelled execution from a failed one by the word in brackets.
		message: 'The execution was stopped (canceled)',
		advice: 'The response was not waited for.',
	},
	lost: {
		message: 'The connection broke before the response came',
		advice: 'Check the network of this n8n, and try again.',
	},
	timeout: { message: 'The server did not answer in time', advice: 'Try again later.' },
	httpStatus: {
		message: 'The server answered with an HTTP status instead of a result',
		advice:
			'Check the server in the credential. With a status of 429, or of 500 and above, try again later.',
	},
	html: {
		message: 'A web page came back instead of a response of the service',
		advice: 'Check the server in the credential, and whether a proxy is in between.',
	},
	garbled: {
		message: 'The response is not what this service sends',
		advice:
			'It may have been cut off on the way. Check the server in the credential, and try again.',
	},
	tooLarge: {
		message: 'The response is larger than any of this service',
		advice: 'Check the server in the credential, and whether a proxy is in between.',
	},
	incomplete: INCOMPLETE,
	unaccepted: {
		...INCOMPLETE,
		advice: `${INCOMPLETE.advice} A Limit of up to 100 may help, too. To take what there is, turn on 'Accept Incomplete List' in the options.`,
	},
	redirect: {
		message: 'The server redirects to another address',
		advice:
			'If that is an address of the service, choose Other as the Server in the credential, and enter it as Base URL. If not, a login page or a proxy is in between. Redirects are not followed, so that nothing is sent twice.',
	},
} satisfies Record<string, { message: string; advice: string }>;

export type NoResponseKind = keyof typeof NO_RESPONSE;

/** Carries chosen facts only: raw network errors hold the key. */
export class NoResponse extends Error {
	constructor(
		readonly method: string,
		readonly kind: NoResponseKind,
		/** Network code (`ECONNRESET`), HTTP status, the address redirected to, or what is too much or missing. */
		readonly detail = '',
	) {
		super(`${method}: no response (${kind} ${detail})`);
		this.name = 'NoResponse';
	}
}

/** The call was cut off, or not begun: the execution was stopped, or its time was up. */
export const isCancelled = (fault: unknown): fault is NoResponse =>
	fault instanceof NoResponse && fault.kind === 'cancelled';

/** A call was refused for a value in it. */
export const isForValue = (fault: unknown): boolean =>
	fault instanceof ServiceRefusal && resultCode(fault.code)?.forValue === true;

/** HTTP statuses below 500 that a gateway may answer with after it forwarded the request. */
const UNDECIDED_STATUSES = ['408', '409', '425', '499'];

/**
 * Whether a write that ended with this fault may have been carried out. Only a proof says no: a fault of our
 * own may have come after the request.
 */
export function mayHaveHappened(fault: unknown): boolean {
	if (fault instanceof ServiceRefusal) return resultCode(fault.code)?.undecided === true;
	if (!(fault instanceof NoResponse)) return true;
	if (fault.kind === 'httpStatus')
		return Number(fault.detail) >= 500 || UNDECIDED_STATUSES.includes(fault.detail);
	return !['unreachable', 'untrusted', 'blocked', 'cancelled', 'redirect'].includes(fault.kind);
}
