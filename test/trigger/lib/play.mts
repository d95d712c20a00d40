import { settle } from '../../../nodes/shared/api/promises';
import type { History, Step, WorldStep } from './history.mts';
import { Stuck, type Host } from './host.mts';
import { must } from './must.mts';
import { Oracle } from './oracle.mts';
import type { World } from './world.mts';

/** Who plays, and how. */
export interface Stage {
	world: World;
	host: Host;
	/** How many messages stand for one of the history. */
	crowd: number;
	/** Rows of a full page. */
	pageSize: number;
	/** Every poll has time, and the service takes no liberties: what was held throughout must be out. */
	isStrict: boolean;
	/** What happens before the answer of each of the next calls. */
	script(acts: Array<() => void>): void;
	/** The call under way fails, and cannot be made again. */
	fail(): void;
	/** Calls so far. */
	calls(): number;
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
	const { world, host, crowd, isStrict, script } = stage;
	const oracle = new Oracle(world, history.isOnlyFinal);
	let events = 0;
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
	for (const step of history.steps) await take(step);
	return { events, isStuck: await rest() };

	function happen(steps: WorldStep[]): void {
		for (const step of steps) {
			if (step.kind === 'pass') world.pass(step.ms);
			else if (step.kind === 'stampAgain') world.stampAgain(step.slot);
			else {
				for (let index = 0; index < step.count * crowd; index++) {
					const slot = (step.slot * crowd + index) % (SLOTS * crowd);
					world.change(slot, Math.min(step.late, mostLate), step.isAhead ? history.ahead : 0);
				}
			}
		}
	}

	async function take(step: Step): Promise<void> {
		if (step.kind === 'restart') return host.restart();
		if (step.kind === 'crash') {
			host.crash();
			return oracle.crashed();
		}
		if (step.kind !== 'poll') return happen([step]);
		const { during, failing } = step;
		const start = world.moment;
		script(
			Array.from({ length: 8 }, (_, call) => () => {
				happen(during[call] ?? []);
				if (call === failing) stage.fail();
			}),
		);
		// Of a second that an earlier poll read in part, the next one reads what came since.
		const isResumed = host.state?.place !== undefined;
		const isWell = await poll(failing !== null);
		script([]);
		if (isStrict && isWell && failing === null && !isResumed) complete(start);
	}

	async function poll(mayFail: boolean): Promise<boolean> {
		const before = stage.calls();
		const isBeginning = host.state !== undefined && host.state.begun !== '';
		const outcome = await settle(async () => await host.poll());
		must(stage.calls() - before <= stage.mostCalls, 'few calls', stage.calls() - before);
		must(JSON.stringify(host.state ?? {}).length < 64 * 1024, 'the state is small', host.state);
		if ('fault' in outcome) {
			if (!mayFail && !(outcome.fault instanceof Stuck)) throw outcome.fault;
			return false;
		}
		// Begun has it when it read to the end of what was there.
		if (isBeginning) oracle.goesOn(outcome.value);
		else oracle.polled(outcome.value);
		events += outcome.value.length;
		return true;
	}

	function complete(start: number): void {
		const missing = oracle.missing(start, world.moment);
		must(missing.length === 0, 'emitted by now', missing);
	}

	/** The world comes to rest: in the end everything is out, or the trigger says that it cannot be. */
	async function rest(): Promise<boolean> {
		// All messages of the history may lie in one second. Without totals that takes two passes in one poll;
		// where some answers come from a replica that lags, one pass in which no total moved.
		const isShort = history.calls < 3 * Math.ceil((SLOTS * crowd) / stage.pageSize) + 8;
		// Neither of the two orders tells its messages apart: then one poll has to see all of them.
		const isTied = history.freedoms.sharing === 2;
		const isUnsteady = totalOff === null || lag > 0;
		// Without totals an empty page in the middle looks like the end, so two passes without one are needed.
		const isBlank = totalOff === null && empty >= 0.5;
		const isWrong = (totalOff ?? 0) !== 0 || totalAlternatesBy !== 0;
		const isFree = isWrong || isBlank || ((isUnsteady || isTied) && isShort);
		for (let polls = 0; polls < 100; polls++) {
			world.pass(polls < 5 ? MINUTE : 10 * MINUTE);
			const isWell = await poll(false);
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
