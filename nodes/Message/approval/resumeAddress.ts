import { Failure } from '../../shared/operation/failure';

/** Names and addresses that only this machine, or its own network, can reach. */
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
 * The person asked must be able to open the page that n8n shows for the answer. If the service itself is
 * local, as in a trial, the page may be local too.
 *
 * @param resumeUrl where n8n waits for the answer
 * @param serverUrl the service's address
 * @throws Failure for an address that a phone cannot reach
 */
export function checkResumeAddress(resumeUrl: string, serverUrl: string): void {
	if (!isPrivate(resumeUrl) || isPrivate(serverUrl)) return;
	throw new Failure(
		`The answer would go to ${new URL(resumeUrl).host}, which a phone cannot reach, so nothing was sent`,
		'Set the environment variable WEBHOOK_URL of n8n to the address at which it can be reached from outside.',
	);
}
