import type { IRun } from 'n8n-workflow';

import {
	callTools,
	execute,
	savedForRetry,
	Worker,
	type Execution,
	type ToolAnswer,
} from './players.mts';
import type { Scenario } from './scenario.mts';
import { World, type Ground } from './world.mts';

/** An execution that came to an end. */
export interface Ended extends Execution {
	run?: IRun;
	answers?: ToolAnswer[];
	/** How many processes of n8n died under it. */
	deaths: number;
	/** How many calls all executions had made by then. */
	calls: number;
	/** n8n's time. */
	at: number;
	/** The user stopped it. */
	cancelled: boolean;
}

export interface Played {
	world: World;
	ended: Ended[];
}

/** Long enough for all that is under way at the service. */
const AFTERWARDS = 300_000;

/** Plays a scenario. The caller ends the world. */
export async function play(ground: Ground, scenario: Scenario, id: number): Promise<Played> {
	const world = await World.begin(ground, scenario, `world-${id}`);
	const played = new Player(world);
	await world.time.passUntil(played.all());
	return { world, ended: played.ended };
}

class Player {
	readonly ended: Ended[] = [];
	private readonly workers: Worker[];
	private lastId = 100;

	constructor(private readonly world: World) {
		this.workers = Array.from({ length: world.scenario.workers }, () => new Worker(world));
	}

	async all(): Promise<void> {
		const { scenario, time, plan, service } = this.world;
		for (const { person, when } of [...scenario.foreign].sort(eldestFirst)) {
			if ('before' in when) plan.sendForeign(person, when.before);
		}
		const roots = Array.from({ length: scenario.executions }, (_, root) => root);
		await Promise.all(
			roots.map(async (root) => {
				await time.sleep(root * scenario.apart);
				await this.tree(root);
			}),
		);
		await time.sleep(AFTERWARDS);
		service.store.settle();
	}

	/** An execution, and all retries of it and of its retries. */
	private async tree(root: number): Promise<void> {
		const { scenario, time, numbers } = this.world;
		const family = [await this.one(root)];
		if (scenario.path === 'tool') return;
		const retry = async (parent: number) => {
			const { run, cancelled } = family[parent] ?? {};
			// n8n goes on behind a run that was stopped; in a loop, with the next one.
			const isLost = cancelled === true && scenario.path === 'loop';
			const saved = run && !isLost ? savedForRetry(run) : undefined;
			return saved === undefined ? undefined : await this.one(root, saved);
		};
		if (scenario.retriedAtOnce) {
			await time.sleep(numbers.between(100, 60_000));
			await Promise.all(scenario.handRetries.map(async () => await retry(0)));
			return;
		}
		for (const parent of scenario.handRetries) {
			await time.sleep(numbers.between(100, 90_000));
			const next = await retry(Math.min(parent, family.length - 1));
			if (next !== undefined) family.push(next);
		}
	}

	private async one(root: number, saved?: string): Promise<Ended> {
		const { world } = this;
		const where = { root, execution: String(this.lastId++) };
		const worker = this.workers[this.lastId % this.workers.length];
		const isTool = world.scenario.path === 'tool';
		const stops = root === 0 && saved === undefined && !isTool;
		const cancelAfter = stops ? (world.scenario.cancelAfter ?? undefined) : undefined;
		const what = isTool
			? renamed(await callTools(world, worker, where))
			: await execute(world, worker, where, saved, cancelAfter);
		const ended: Ended = {
			...where,
			...('answers' in what ? { answers: what.answers, cancelled: false } : what.result),
			deaths: what.deaths,
			calls: world.network.sent.length,
			at: world.time.now(),
		};
		this.ended.push(ended);
		return ended;
	}
}

const renamed = ({ result, deaths }: { result: ToolAnswer[]; deaths: number }) => ({
	answers: result,
	deaths,
});

const ageOf = ({ when }: Scenario['foreign'][number]) => ('before' in when ? when.before : 0);
const eldestFirst = (a: Scenario['foreign'][number], b: Scenario['foreign'][number]) =>
	ageOf(b) - ageOf(a);
