import type { IDataObject } from 'n8n-workflow';

import { pool } from './pool';
import type { Asked, Run } from './run';

/** Calls under way at once in one run, where the user does not choose. */
export const CONCURRENCY = 5;

export type ItemWork<P> = (
	params: P,
	run: Run,
	index: number,
) => Promise<IDataObject | IDataObject[] | void>;

/** An operation that serves each item by itself. The work returns the item's outputs, or emits them. */
export const eachItem =
	<P>(work: ItemWork<P>) =>
	async (run: Run, asked: Array<Asked<P>>): Promise<void> =>
		await pool(
			asked,
			CONCURRENCY,
			() => run.halted,
			async ({ index, params }) =>
				await run.attempt(index, async () => await work(params, run, index)),
		);
