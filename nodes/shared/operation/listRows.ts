import type { IDataObject } from 'n8n-workflow';

import { readRows, type Listing } from '../api/pages';
import type { Run } from './run';

const moved = new WeakSet<Run>();

/**
 * The rows of a list as outputs; once in a run, a hint says that a list moved.
 *
 * @throws NoResponse when it is not shown as a whole; with `acceptIncomplete` each row has `incomplete: true`
 */
export async function listRows(run: Run, listing: Listing<IDataObject>): Promise<IDataObject[]> {
	const { rows, hasMoved, isIncomplete } = await readRows(run.service, listing);
	if (hasMoved && !moved.has(run)) {
		moved.add(run);
		run.hint(
			'A list changed while it was read. What was in it all the time is in the output; what came or left meanwhile may be.',
		);
	}
	return isIncomplete ? rows.map((row) => ({ ...row, incomplete: true })) : rows;
}
