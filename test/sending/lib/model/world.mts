import { AsyncLocalStorage } from 'node:async_hooks';

import type { IExecuteFunctions, IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import type { Engine } from '../../../engine/lib/engine.mts';
import { DEFAULT_KEY, type LocalService } from '../../../service/index.mts';
import { Life } from './life.mts';
import { Network, type Where } from './network.mts';
import { Plan } from './plan.mts';
import { Numbers } from '../../../service/freedoms/random.mts';
import type { Scenario } from './scenario.mts';
import { StoreOfWorld, type Stores } from './store.mts';
import { VirtualTime } from './virtualTime.mts';
import { workflowIn } from './workflow.mts';

/** What worlds that play one after the other have in common. */
export interface Ground {
	n8n: Engine;
	stores: Stores;
	service: LocalService;
	/** That of the service, in ms since the epoch. */
	clock: { now: () => number };
}

/** Which execution is at work, and for an agent's tool, which of its calls. */
export const atWork = new AsyncLocalStorage<{ root: number; execution: string; call?: number }>();

/** 2026-03-10 12:00:00 in Almaty, and some ms. */
const START = Date.UTC(2026, 2, 10, 7, 0, 0, 437);

/** A service, n8n's store, and processes of n8n, in a time of their own. */
export class World {
	readonly startedAt = START;
	/** Where each try of the node began, in order. */
	readonly attempts: Array<Where & { at: number }> = [];
	readonly time = new VirtualTime(START);
	readonly numbers: Numbers;
	readonly service: LocalService;
	readonly plan: Plan;
	readonly store: StoreOfWorld;
	readonly network: Network;
	private readonly kills: number[];

	constructor(
		readonly ground: Ground,
		readonly scenario: Scenario,
		readonly id: string,
	) {
		const { service, clock, stores } = ground;
		clock.now = () => this.time.now() + scenario.clockOffset;
		service.reset();
		service.dialect = scenario.dialect;
		service.setSeed(scenario.seed);
		service.setFreedoms(scenario.freedoms);
		service.faults.listLag = scenario.listLag;
		this.service = service;
		this.kills = [...scenario.kills];
		this.numbers = new Numbers(scenario.seed);
		this.plan = new Plan(scenario, service, this.time, this.numbers);
		this.store = new StoreOfWorld(this.time, this.numbers, scenario.store);
		this.network = new Network(service, this.plan);
		stores.set(id, this.store);
	}

	end(): void {
		this.ground.stores.delete(this.id);
	}

	/** A new process of n8n; the last of them lives on. */
	startLife(): Life {
		return new Life(this, this.kills.shift());
	}

	/** What n8n's clock shows at a moment, in ms since the epoch. */
	shown = (at = this.time.now()): number =>
		this.scenario.clockSteps
			.filter(({ after }) => START + after <= at)
			.reduce((ms, { by }) => ms + by, at);

	whereIs(context: IExecuteFunctions): Where {
		const work = atWork.getStore();
		if (work === undefined) throw new Error('nothing is at work');
		const run = work.call ?? (context as unknown as { runIndex: number }).runIndex;
		const { root, execution } = work;
		const where = { root, execution, run, attempt: this.attempts.length };
		this.attempts.push({ ...where, at: this.time.now() });
		return where;
	}

	workflow(life: Life): Workflow {
		return workflowIn(this.ground.n8n, life, this.scenario, this.id);
	}

	additionalData(workflow: Workflow, executionId: string): IWorkflowExecuteAdditionalData {
		const account = { server: 'other', baseUrl: this.service.url, apiKey: DEFAULT_KEY };
		const credential = { ...account, timezone: this.scenario.zone };
		return this.ground.n8n.additionalData(workflow, credential, executionId);
	}
}
