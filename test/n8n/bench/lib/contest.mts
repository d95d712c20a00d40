import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';

import type { N8n } from './n8n.mts';
import type { Remote } from './remote.mts';
import type { Sizes } from './sizes.mts';

/** Where the contests take place. */
export interface Arena {
	remote: Remote;
	n8n: N8n;
	sizes: Sizes;
}

/** What came of a job; held until memory was measured. */
export interface Result {
	items: INodeExecutionData[];
	/** Everything that n8n keeps of the execution. */
	run?: IRun;
}

/** One job, and the ways to do it. */
export interface Contest {
	/** Brings the service to the same state before each run. */
	prepare(): Promise<void>;
	ours(): Promise<Result>;
	/** The job as a user would do it with n8n's own nodes. */
	rival(): Promise<Result>;
	/** How many things the job is about, for the table. */
	size: number;
	/** How many items each must bring, as a check that the job was done. */
	expected: { ours: number; rival: number };
	/** The least calls with which the service lets the job be done. */
	leastCalls: number;
}

export interface Case {
	name: string;
	/** What the rival is, for the table. */
	rivalName: string;
	/** Calls under way at once, for the bare client. */
	concurrency: number;
	setUp(arena: Arena): Promise<Contest>;
}

export const OWN = 'n8n-nodes-mobizon';

/** @throws Error when the execution failed: what failed has no speed */
export function resultOf(run: IRun, nodeName = '1'): Result {
	const { runData, error } = run.data.resultData;
	if (error) throw error;
	return { items: runData[nodeName]?.at(-1)?.data?.main[0] ?? [], run };
}

/**
 * What HTTP Request, the first node of the run, brought, or what a later node made of it.
 *
 * @throws Error when the service refused a call, which HTTP Request takes for a success
 */
export function answersOf(run: IRun, nodeName = '1'): Result {
	const refused = resultOf(run).items.find(({ json }) => json.code !== 0);
	if (refused)
		throw new Error(`The service answered ${JSON.stringify(refused.json).slice(0, 200)}`);
	return resultOf(run, nodeName);
}

/** Runs one node of this package. */
export async function runOwn(
	n8n: N8n,
	type: string,
	choice: string,
	parameters: IDataObject,
	items: IDataObject[],
) {
	const [resource, operation] = choice.split('.');
	const node = { type: `${OWN}.${type}`, parameters: { resource, operation, ...parameters } };
	return resultOf(await n8n.run([node], items));
}
