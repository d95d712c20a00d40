import type { IRun } from 'n8n-workflow';

import {
	callTools,
	execute,
	savedForRetry,
	Worker,
	type Execution,
	type ToolAnswer,
} from './players.mts';
import type { Life } from './life.mts';
import type { Scenario } from './scenario.mts';
import { World, type Ground } from './world.mts';

/** An execution that came to an end. */
export interface Ended extends Execution {
	run?: IRun;
	answers?: ToolAnswer[];
	life: Life;
	/** n8n was killed amid it, and saved nothing. */
	crashed: boolean;
	/** What n8n saved before. */
	progress?: string;
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
	const world = new World(ground, scenario, `world-${id}`);
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
		const ofBefore = scenario.foreign.flatMap(({ person, when }) =>
			'before' in when ? [{ person, ago: when.before }] : [],
		);
		// The eldest first.
		for (const { person, ago } of ofBefore.sort((a, b) => b.ago - a.ago))
			plan.sendForeign(person, ago);
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
		const family = [await this.one(root, this.world.time.now())];
		const [{ began }] = family;
		const retry = async (parent: number) => {
			const { run, cancelled, crashed, execution, progress } = family[parent];
			if (crashed) return await this.one(root, began, { lineage: [], saved: progress });
			// n8n goes on behind a run that was stopped; in a loop, with the next one.
			const isLost = cancelled && scenario.path === 'loop';
			const saved = run && !isLost ? savedForRetry(run) : undefined;
			if (saved === undefined) return undefined;
			const lineage = [...family[parent].lineage, execution];
			return await this.one(root, began, { saved, lineage });
		};
		if (scenario.retriedAtOnce) {
			await time.sleep(numbers.between(100, 60_000));
			await Promise.all(scenario.handRetries.map(async () => await retry(0)));
			return;
		}
		// Somebody always retries what crashed.
		const retries = family[0].crashed ? [0, ...scenario.handRetries] : scenario.handRetries;
		for (const parent of retries) {
			const of = family[Math.min(parent, family.length - 1)];
			// n8n has to be started first; in queue mode it notices after a minute that a worker is dead. And what another
			// worker sent lately only the list can show.
			const least = scenario.workers > 1 ? 80_000 : of.crashed ? 5_000 : 100;
			await time.sleep(numbers.between(least, 150_000));
			const next = await retry(family.indexOf(of));
			if (next !== undefined) family.push(next);
		}
	}

	private async one(
		root: number,
		began: number,
		retry?: { lineage: string[]; saved?: string },
	): Promise<Ended> {
		const { world } = this;
		const { lineage, saved } = { lineage: [], ...retry };
		const isRetry = retry !== undefined;
		const where = { root, execution: String(this.lastId++), began, isRetry, lineage };
		const worker = this.workers[this.lastId % this.workers.length];
		const { life } = worker;
		const isTool = world.scenario.path === 'tool';
		const stops = root === 0 && !isRetry && !isTool;
		const cancelAfter = stops ? (world.scenario.cancelAfter ?? undefined) : undefined;
		const answers = isTool ? await callTools(world, worker, where) : undefined;
		let progress: string | undefined;
		const saves = (data: string) => void (progress = data);
		const save = world.scenario.savesProgress ? saves : undefined;
		const what = isTool ? undefined : await execute(world, worker, where, saved, cancelAfter, save);
		const ended: Ended = {
			...where,
			...{ life, cancelled: false, answers, progress, ...what },
			crashed: answers === undefined && what === undefined,
			calls: world.network.sent.length,
			at: world.time.now(),
		};
		this.ended.push(ended);
		return ended;
	}
}
