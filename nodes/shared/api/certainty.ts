import { NoResponse, ServiceRefusal } from './faults';
import { resultCode } from './resultCodes';

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
	return !['unreachable', 'untrusted', 'cancelled', 'redirect'].includes(fault.kind);
}
