import type { State } from '../../../nodes/MessageTrigger/state';
import { ANY } from './host.mts';

/** The state of a trigger that knows of no message, of the account `account`. */
export const blankState = ({ from }: Pick<State, 'from'>): State => ({
	account: 'account',
	choice: ANY,
	edits: [],
	from,
	since: from,
	newest: '',
	begun: '',
	isInclusive: true,
	isWhole: true,
	newsAt: 0,
	lookAt: 0,
	clockLead: 0,
	stuck: 0,
	known: '',
	statuses: [],
});
