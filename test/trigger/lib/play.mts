import { settle } from '../../../nodes/shared/api/promises';
import type { TriggerOn } from '../../../nodes/MessageTrigger/settings';
import type { History, Poll, WorldStep } from './history.mts';
import type { MemoryHost } from './host.mts';
import { must } from './model.mts';
import type { ModelList, Version, World } from './world.mts';
import { Oracle } from './oracle.mts';

/** Who plays, and how. */
export interface Stage {
	world: World;
	host: MemoryHost;
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

/** Plays a history against a trigger, and judges every poll. @returns how many events came */
export async function play(history: History, stage: Stage): Promise<number> {
	const { world, host, list, isStrict } = stage;
	const oracle = new Oracle(world, history.triggerOn);
	let events = 0;
	/** What the last poll missed. */
	let owed = new Set<Version>();
	const { stale, staleBy, totalOff, totalAlternatesBy, form, empty, sharing } = history.freedoms;
	const hasTotal = totalOff !== null && form.startsWith('items');
	// What shows late in the list shows later still in a copy that lags.
	const lag = stale > 0 ? staleBy : 0;

	happen(history.before);
	const begin = world.moment;
	const replica = world.now - lag;
	// A total that is too low may hide messages while it begins; where there is none, so may an empty page,
	// and orders with ties.
	const isLow =
		(totalOff ?? 0) + Math.min(0, totalAlternatesBy) < 0 ||
		(!hasTotal && (empty > 0 || sharing === 2));
	const beginning = await settle(host.activate());
	if ('fault' in beginning) {
		// It must see a row of a list that counts some.
		if (isUnseen()) return 0;
		throw beginning.fault;
	}
	// What came into a crowded second while it was read has pushed an old row out of the reading.
	const isPushed = world.moment > begin;
	oracle.began(isLow || isPushed ? 0 : begin, beginning.value, replica);
	for (const step of history.steps) {
		if (step.kind === 'poll') await pollAmid(step);
		else if (step.kind === 'restart') host.restart();
		else if (step.kind === 'crash') {
			host.crash();
			oracle.crashed();
		} else happen([step]);
	}
	await rest();
	return events;

	/** A response may count rows and show none: where the count is too high, or not all copies have them. */
	function isUnseen(): boolean {
		const isCounted = empty > 0 || (totalOff ?? 0) + Math.max(0, totalAlternatesBy) > 0;
		return isCounted && world.shownAt(world.now - lag).length === 0;
	}

	function happen(steps: WorldStep[]): void {
		for (const step of steps) {
			if (step.kind === 'pass') world.pass(step.ms);
			else if (step.kind === 'clock') world.ahead += step.by;
			else if (step.kind === 'stampAgain') world.stampAgain(step.slot);
			else if (step.kind === 'leave') world.leave(step.count);
			else {
				const late = Math.min(step.late, LATEST_MS - lag);
				const ahead = step.isAhead ? history.ahead : 0;
				for (let n = 0; n < step.count; n++) world.change((step.slot + n) % SLOTS, late, ahead);
			}
		}
	}

	async function pollAmid({ during, failing, edit }: Poll): Promise<void> {
		const choice = edit === host.triggerOn || isUnseen() ? null : edit;
		if (choice) host.restart();
		const start = world.moment;
		const acts = during.map((steps) => () => happen(steps));
		// Of a second that an earlier poll read in part, the next one reads what came since.
		const isResumed = host.state?.place !== undefined;
		const isWell = await poll(acts, failing, choice);
		if (!isStrict || !isWell || failing !== null || isResumed) return;
		// A row that came into a crowded second while it was read has pushed another one out of this poll.
		const missing = oracle.missing(start, world.moment);
		const isMoved = world.moment > start;
		const late = isMoved ? missing.filter((version) => owed.has(version)) : missing;
		must(late.length === 0, 'emitted by now', late);
		owed = new Set(missing);
	}

	async function poll(
		acts: Array<() => void> = [],
		failing: number | null = null,
		edit: TriggerOn | null = null,
	): Promise<boolean> {
		const isEdited = edit !== null;
		if (isEdited) list.script([], null);
		else list.script(acts, failing);
		const [start, replica] = [world.moment, world.now - lag];
		const { begun = '', place } = host.state ?? {};
		const outcome = await settle(isEdited ? host.activate(edit) : host.poll());
		must(list.calls <= stage.mostCalls, 'few calls', list.calls);
		must(JSON.stringify(host.state ?? {}).length < 64 * 1024, 'the state is small', host.state);
		if ('fault' in outcome) {
			if (failing === null || isEdited) throw outcome.fault;
			return false;
		}
		// What came into a crowded second while it was read has pushed an old row out of the reading.
		const isMoved = place !== undefined || world.moment > start;
		// It is over when it read to the end of what was there.
		if (isEdited) {
			if (begun !== '') oracle.goesOn([], false);
			const isUnclear = isLow || begun !== '' || isMoved;
			oracle.began(isUnclear ? 0 : start, outcome.value, replica, edit, begun !== '');
		} else if (begun !== '') oracle.goesOn(outcome.value, isMoved);
		else oracle.polled(outcome.value);
		events += outcome.value.length;
		return true;
	}

	/** The world comes to rest: in the end everything is out. */
	async function rest(): Promise<void> {
		const missing = () => oracle.missing(world.moment, world.moment);
		for (let polls = 0; polls < 300; polls++) {
			world.pass(polls < 5 ? MINUTE : 10 * MINUTE);
			await poll();
			if (polls > 2 && missing().length === 0) return;
		}
		must(false, 'emitted in the end', missing());
	}
}
