import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, IRun } from 'n8n-workflow';
import { parse, stringify } from 'flatted';

import { toolIn } from '../tool.mts';
import type { Life } from './life.mts';
import { executionData, inputOf } from './workflow.mts';
import { atWork, type World } from './world.mts';

export interface Execution {
	/** The execution that it all began with; retries by hand belong to it. */
	root: number;
	execution: string;
	/** When the first execution began, in ms since the epoch by n8n's clock. */
	began: number;
	/** Somebody has clicked Retry. */
	isRetry: boolean;
	/** The executions whose saved data it began with. */
	lineage: string[];
}

const runtimeOf = (world: World, { began, isRetry }: Execution) => ({
	version: 1 as const,
	establishedAt: world.shown(began),
	source: modeOf(isRetry),
});

const modeOf = (isRetry: boolean) => (isRetry ? ('retry' as const) : ('trigger' as const));

/** What the agent heard from its tool. */
export type ToolAnswer = { items: IDataObject[] } | { error: string };

/** A place where one process of n8n runs after the other. */
export class Worker {
	private current: Life | undefined;

	constructor(private readonly world: World) {}

	get life(): Life {
		if (this.current === undefined || this.current.dead) this.current = this.world.startLife();
		return this.current;
	}

	/** Executes something. @returns undefined when n8n is killed meanwhile: then nothing of it is left */
	async execute<T>(job: (life: Life) => Promise<T>): Promise<T | undefined> {
		const { life } = this;
		const result = await Promise.race([job(life), life.died]);
		return result === 'died' ? undefined : result;
	}
}

/**
 * Executes a workflow from what n8n has saved of it.
 * @param saved as n8n's database holds it; undefined for a new execution
 * @param cancelAfter ms after which the user stops it
 * @param saves gets what n8n saves each time that a node has run, with Save Execution Progress
 */
export async function execute(
	world: World,
	worker: Worker,
	where: Execution,
	saved?: string,
	cancelAfter?: number,
	saves?: (data: string) => void,
): Promise<{ run: IRun; cancelled: boolean } | undefined> {
	return await worker.execute(async (life) => {
		let stopped = false;
		const workflow = world.workflow(life);
		const data = saved === undefined ? executionData(world.scenario, workflow) : parse(saved);
		const additional = world.additionalData(workflow, where.execution);
		Object.assign(data.executionData ?? {}, { runtimeData: runtimeOf(world, where) });
		additional.hooks?.addHandler('nodeExecuteAfter', () => saves?.(stringify(data)));
		// Time stands still while n8n itself works.
		return await world.time.during(async () => {
			const running = atWork.run(where, () =>
				new WorkflowExecute(additional, modeOf(where.isRetry), data).processRunExecutionData(
					workflow,
				),
			);
			const stop = () => {
				stopped = true;
				running.cancel();
			};
			if (cancelAfter !== undefined) world.time.after(cancelAfter, stop);
			const run = await running;
			return { run, cancelled: stopped && run.status !== 'success' };
		});
	});
}

/**
 * What n8n has saved of an execution that failed, made ready as n8n does it for a retry by hand;
 * undefined where that would not run the node.
 */
export function savedForRetry({ finished, data: full }: IRun): string | undefined {
	const data = parse(stringify(full)) as IRun['data'];
	const waiting = data.executionData?.nodeExecutionStack ?? [];
	if (finished === true || !waiting.some(({ node }) => node.name === 'Node')) return undefined;
	const { lastNodeExecuted } = data.resultData;
	if (lastNodeExecuted !== undefined) {
		delete data.resultData.error;
		const runs = data.resultData.runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}
	return stringify(data);
}

/** An AI agent that calls the node as its tool, once for each round. */
export async function callTools(
	world: World,
	worker: Worker,
	where: Execution,
): Promise<ToolAnswer[] | undefined> {
	const { scenario } = world;
	return await worker.execute(async (life) => {
		const workflow = world.workflow(life);
		const additional = world.additionalData(workflow, where.execution);
		const handle = toolIn({
			...{ workflow, type: life.message, additional },
			...{ mode: modeOf(where.isRetry), runtimeData: runtimeOf(world, where) },
		});
		const call = async (number: number): Promise<ToolAnswer> =>
			await world.time.during(async () => {
				try {
					const args = inputOf(scenario.rounds[number][0]);
					const said = await atWork.run({ ...where, call: number }, () => handle(args));
					const items: unknown = JSON.parse(said);
					return { items: Array.isArray(items) ? items : [] };
				} catch (error) {
					return { error: error instanceof Error ? error.message : String(error) };
				}
			});
		const numbers = scenario.rounds.map((_, number) => number);
		if (scenario.toolsAtOnce) return await Promise.all(numbers.map(call));
		const answers: ToolAnswer[] = [];
		for (const number of numbers) answers.push(await call(number));
		return answers;
	});
}
