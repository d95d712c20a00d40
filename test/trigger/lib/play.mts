import { settle } from '../../../nodes/shared/api/promises';
import type { History, Poll, WorldStep } from './history.mts';
import { Stuck, type Host } from './host.mts';
import { must } from './must.mts';
import type { ModelList } from './modelList.mts';
import { Oracle } from './oracle.mts';
import { playAll } from './player.mts';
import type { Version, World } from './world.mts';

/** Who plays, and how. */
export interface Stage {
	world: World;
	host: Host;
	list: ModelList;
	/** Every poll has time, and the service takes no liberties: what was held throughout must be out. */
	isStrict: boolean;
	/** A poll may make no more. */
	mostCalls: number;
}

const MINUTE = 60_000;
/** docs/trigger.md promises what shows up to 75 s late. */
const LATEST_MS = 74_000;
/** Messages of a history, at most. */
const SLOTS = 20;

/** Plays a history against a trigger, and judges every poll. @returns how many events came, and if it ended stuck */
export async function play(
	history: History,
	stage: Stage,
): Promise<{ events: number; isStuck: boolean }> {
	const { world, host, list, isStrict } = stage;
	const oracle = new Oracle(world, history.isOnlyFinal);
	let events = 0;
	/** What the last poll missed. */
	let owed = new Set<Version>();
	// What shows late in the list shows later still in a copy that lags.
	const mostLate = LATEST_MS - (history.freedoms.stale > 0 ? history.freedoms.staleBy : 0);

	happen(history.before);
	const begin = world.moment;
	const lag = history.freedoms.stale > 0 ? history.freedoms.staleBy : 0;
	const replica = world.now - lag;
	const { totalOff, totalAlternatesBy, empty, sharing } = history.freedoms;
	// A total that is too low may hide messages while it begins; where there is none, so may an empty page,
	// and orders with ties.
	const isLow =
		(totalOff ?? 0) + Math.min(0, totalAlternatesBy) < 0 ||
		(totalOff === null && (empty > 0 || sharing === 2));
	oracle.began(isLow ? 0 : begin, await host.activate(), replica);
	await playAll(history.steps, {
		happen: (step) => happen([step]),
		poll: pollAmid,
		restart: () => host.restart(),
		crash: () => {
			host.crash();
			oracle.crashed();
		},
	});
	return { events, isStuck: await rest() };

	function happen(steps: WorldStep[]): void {
		for (const step of steps) {
			if (step.kind === 'pass') world.pass(step.ms);
			else if (step.kind === 'stampAgain') world.stampAgain(step.slot);
			else {
				for (let index = 0; index < step.count; index++) {
					const slot = (step.slot + index) % SLOTS;
					world.change(slot, Math.min(step.late, mostLate), step.isAhead ? history.ahead : 0);
				}
			}
		}
	}

	async function pollAmid({ during, failing }: Poll): Promise<void> {
		const start = world.moment;
		const acts = during.map((steps) => () => happen(steps));
		// Of a second that an earlier poll read in part, the next one reads what came since.
		const isResumed = host.state?.place !== undefined;
		const isWell = await poll(acts, failing);
		if (!isStrict || !isWell || failing !== null || isResumed) return;
		// A row that came into a crowded second while it was read has pushed another one out of this poll.
		const missing = oracle.missing(start, world.moment);
		const isMoved = during.some((steps) => steps.length > 0);
		const late = isMoved ? missing.filter((version) => owed.has(version)) : missing;
		must(late.length === 0, 'emitted by now', late);
		owed = new Set(missing);
	}

	async function poll(acts: Array<() => void>, failing: number | null): Promise<boolean> {
		list.script(acts, failing);
		const start = world.moment;
		const isBeginning = host.state !== undefined && host.state.begun !== '';
		const outcome = await settle(async () => await host.poll());
		must(list.calls <= stage.mostCalls, 'few calls', list.calls);
		must(JSON.stringify(host.state ?? {}).length < 64 * 1024, 'the state is small', host.state);
		if ('fault' in outcome) {
			if (failing === null && !(outcome.fault instanceof Stuck)) throw outcome.fault;
			return false;
		}
		// Begun has it when it read to the end of what was there.
		if (isBeginning) oracle.goesOn(outcome.value, world.moment > start);
		else oracle.polled(outcome.value);
		events += outcome.value.length;
		return true;
	}

	/** The world comes to rest: in the end everything is out, or the trigger says that it cannot be. */
	async function rest(): Promise<boolean> {
		// All messages of the history may lie in one second. Without totals that takes two passes in one poll;
		// where some answers come from a replica that lags, one pass in which no total moved.
		const isShort = history.calls < 3 * Math.ceil(SLOTS / history.pageSize) + 8;
		// Neither of the two orders tells its messages apart: then one poll has to see all of them.
		const isTied = history.freedoms.sharing === 2;
		const isUnsteady = totalOff === null || lag > 0;
		// Without totals an empty page in the middle looks like the end, so two passes without one are needed.
		const isBlank = totalOff === null && empty >= 0.5;
		const isWrong = (totalOff ?? 0) !== 0 || totalAlternatesBy !== 0;
		const isFree = isWrong || isBlank || ((isUnsteady || isTied) && isShort);
		for (let polls = 0; polls < 100; polls++) {
			world.pass(polls < 5 ? MINUTE : 10 * MINUTE);
			const isWell = await poll([], null);
			if (!isWell && polls > 12) {
				must(isFree, 'stuck for no reason', history.freedoms);
				return true;
			}
			if (isWell && polls > 2 && oracle.missing(world.moment, world.moment).length === 0) {
				return false;
			}
		}
		throw new Error(
			`neither emitted in the end, nor said: ${JSON.stringify(oracle.missing(world.moment, world.moment))}`,
		);
	}
}
