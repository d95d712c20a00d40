import { ApiFailure, CODES } from './api/failure.mts';

const key = (start: string): string => start.padEnd(40, '0');

export const DEFAULT_KEY = key('TESTKEY');
/** Always answered with code 13: another host serves this account. */
export const WRONG_HOST_KEY = key('WRONGHOST');
/** Always answered with code 14: the account is blocked. */
export const BLOCKED_KEY = key('BLOCKED');
/** Always answered with code 9: access denied. */
export const DENIED_KEY = key('DENIED');

/** The host that code 13 names. */
export const RIGHT_HOST = 'api.mobizon.kz';

const WRONG_HOST = 'This host does not serve this account';
const SPECIAL: ReadonlyMap<string | undefined, ApiFailure> = new Map([
	[WRONG_HOST_KEY, new ApiFailure(CODES.wrongHost, WRONG_HOST, RIGHT_HOST)],
	[BLOCKED_KEY, new ApiFailure(CODES.blocked, 'The account is blocked')],
	[DENIED_KEY, new ApiFailure(CODES.denied, 'Access to the method is denied')],
]);

/** @throws ApiFailure for a key that may not call */
export function checkKey(given: string | undefined, accepted: string[]): void {
	if (given !== undefined && accepted.includes(given)) return;
	throw SPECIAL.get(given) ?? new ApiFailure(CODES.wrongKey, 'The API key is not accepted');
}
