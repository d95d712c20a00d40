import { settle } from '../../../nodes/shared/api/outcome';
import type { History, Step, WorldStep } from './history.mts';
import type { Host } from './host.mts';
import { must } from './must.mts';
import { Oracle } from './oracle.mts';
import type { World } from './world.mts';

/** Who plays, and how. */
export interface Stage {
	world: World;
	host: Host;
	/** How many messages stand for one of the history. */
	crowd: number;
	/** Polls may stop before they read everything. */
	isTight: boolean;
}

/** Plays a history against a trigger, and judges every poll. @returns how many events were told */
export async function play(history: History, stage: Stage): Promise<number> {
	const { world, host, crowd, isTight } = stage;
	const oracle = new Oracle(world, history.onlyFinal);
	let told = 0;

	happen(history.before);
	const begin = world.moment;
	world.script(history.beginning.map((steps) => () => happen(steps)));
	oracle.began(begin, await host.activate());
	for (const step of history.steps) await take(step);
	await quiet();
	return told;

	function happen(steps: WorldStep[]): void {
		for (const step of steps) {
			if (step.kind === 'tick') world.tick(step.seconds);
			else {
				for (let index = 0; index < step.count * crowd; index++) {
					const who = (step.who * crowd + index) % (20 * crowd);
					world.change(String(7_000 + who), step.status, step.late);
				}
			}
		}
	}

	async function take(step: Step): Promise<void> {
		if (step.kind === 'poll') return await pollDuring(step);
		if (step.kind === 'restart') return host.restart();
		if (step.kind === 'crash') {
			host.crash();
			return oracle.crashed();
		}
		happen([step]);
	}

	async function pollDuring(step: Extract<Step, { kind: 'poll' }>): Promise<void> {
		const { during, failing, overlapped } = step;
		const start = world.moment;
		const rows = world.visibleSince(host.from);
		const [before, callsBefore] = [host.snapshot, world.calls];
		let failed = false;
		world.script(
			Array.from({ length: 8 }, (_, call) => async () => {
				happen(during[call] ?? []);
				if (call === overlapped) must((await host.poll()).length === 0, 'told by one only', call);
				if (call !== failing) return;
				failed = true;
				host.fail();
			}),
		);
		const outcome = await settle(async () => await host.poll());
		world.script([]);
		if ('fault' in outcome) {
			if (!failed) throw outcome.fault;
			return must(host.snapshot === before, 'a failed poll leaves the state alone', before);
		}
		must(!failed, 'the failure is thrown', step);
		told += outcome.value.length;
		oracle.polled(outcome.value);
		if (isTight) return;
		oracle.checkComplete(start, world.moment);
		const calls = world.calls - callsBefore;
		const least = Math.max(1, Math.ceil(rows / world.pageSize));
		if (during.flat().length === 0) must(calls === least, 'no call too many', [calls, least]);
	}

	/** The world comes to rest: in the end everything is told, however little a poll may take. */
	async function quiet(): Promise<void> {
		world.tick(history.overlap + 1);
		for (let last = 1; last > 0;) {
			const events = await host.poll();
			oracle.polled(events);
			told += events.length;
			// A poll that reads a part of a backlog may have nothing to tell of it.
			const before = host.from;
			const more = await host.poll();
			oracle.polled(more);
			told += more.length;
			last = events.length + more.length + (host.from === before ? 0 : 1);
		}
		oracle.checkComplete(world.moment, world.moment);
	}
}
