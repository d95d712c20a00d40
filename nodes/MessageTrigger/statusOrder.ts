import { isFinal } from '../Message/row';

/** The statuses before the final ones. */
const ORDER = ['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD'];

/** How far a message with this status has come; undefined for a status that is not documented. */
function rank(status: string): number | undefined {
	if (isFinal(status) === true) return ORDER.length;
	return ORDER.includes(status) ? ORDER.indexOf(status) : undefined;
}

/** Whether a status comes after another one. Nothing comes after a final one; undefined if it is not known. */
export function orderOf(status: string, before: string): 'ahead' | 'behind' | undefined {
	const [now, then] = [rank(status), rank(before)];
	if (now !== undefined && then !== undefined && now > then) return 'ahead';
	const isOver = now === undefined && isFinal(before) === true;
	return isOver || (now !== undefined && now < (then ?? 0)) ? 'behind' : undefined;
}
