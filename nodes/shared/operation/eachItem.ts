import type { IDataObject } from 'n8n-workflow';

import { pool } from '../api/gate';
import type { Asked, Run } from './run';

export type ItemWork<P> = (
	params: P,
	run: Run,
	index: number,
) => Promise<IDataObject | IDataObject[] | void>;

/**
 * An operation that serves each item by itself. The work returns the item's outputs, or emits them.
 *
 * @param calls what each of them makes
 */
export const eachItem =
	<P>(work: ItemWork<P>, calls: 'reads' | 'writes' = 'reads') =>
	async (run: Run, asked: Array<Asked<P>>): Promise<void> =>
		await pool(
			asked,
			() => run.service.level[calls],
			() => run.halted,
			async ({ index, params }) =>
				await run.attempt(index, async () => await work(params, run, index)),
		);
