import { settle } from '../../../nodes/shared/api/promises';
import type { Reader } from '../../../nodes/shared/api/service';
import { eventData, eventRule, readState } from '../../../nodes/LinkTrigger/cursor';
import { pollOnce } from '../../../nodes/LinkTrigger/poll';
import { must, Saves } from '../../trigger/lib/model.mts';
import type { History, Parameters, WorldStep } from './history.mts';
import { dayOf, LinkList, World } from './world.mts';
import { Oracle } from './oracle.mts';

/** n8n's limit for what it saves of a trigger, in characters. */
const MOST_STATE = 64 * 1024;

/**
 * Plays a history with the trigger in memory, and has an oracle judge every poll. n8n saves the state when
 * the workflow is published, and with events.
 *
 * @returns how many events came
 */
export async function play(given: History): Promise<number> {
	const world = new World(given.firstId);
	const list = new LinkList(world, given.freedoms, given.seed);
	const oracle = new Oracle(world, list);
	let [parameters, events] = [given.parameters, 0];

	const moment = (state: unknown) => ({ state, memory: structuredClone(oracle.memory) });
	let now: unknown;
	const saves = new Saves(moment(undefined));
	function goBack(to: ReturnType<typeof moment>): void {
		now = to.state;
		oracle.memory = structuredClone(to.memory);
	}

	async function poll(
		during: WorldStep[][] = [],
		failing: number | null = null,
		isPublishing = false,
		calls = Infinity,
	): Promise<void> {
		const settings = settingsOf(parameters, world.day);
		const acts = during.map((steps) => () => steps.forEach((step) => world.happen(step)));
		list.begin(settings.criteria, acts, failing);
		const before = readState(now, settings);
		const reader: Reader = {
			async read(method, params) {
				if (list.calls >= calls) throw new Error('Time is up');
				return await list.read(method, params);
			},
		};
		const outcome = await settle(pollOnce(reader, settings, before));
		if ('fault' in outcome) {
			// To begin, it must see a row of a list that counts some: also where the count is too high, or not all copies have them.
			const { totalOff, totalAlternatesBy, empty } = given.freedoms;
			const isCounted = empty > 0 || (totalOff ?? 0) + Math.max(0, totalAlternatesBy) > 0;
			const isUnseen = !before && isCounted && list.shown.size === 0;
			const isStruck = failing !== null || calls < Infinity;
			must(isStruck || isUnseen, 'it fails for a reason', String(outcome.fault));
			return;
		}
		const { state, events: found } = outcome.value;
		const emitted = found.map((event) => eventData(event, settings.rule));
		events += emitted.length;
		now = JSON.parse(JSON.stringify(state));
		must(JSON.stringify(now).length < MOST_STATE, 'the state is small', state.seen.length);
		const { scope, from } = settings;
		must(oracle.begins(scope, from) === !before, 'it begins when it should', { scope, from, now });
		if (before) oracle.polled(emitted, parameters, from);
		else oracle.began(emitted, scope, from);
		if (isPublishing) saves.published(moment(now));
		else if (emitted.length > 0) saves.emitted(moment(now));
	}

	world.create(given.old, { clicks: 1 });
	for (const step of given.before) world.happen(step);
	await poll(given.beginning, null, true);
	for (const step of given.steps) {
		if (step.kind === 'poll') {
			const { during, failing, calls, publishes } = step;
			if (publishes) goBack(saves.last);
			parameters = publishes?.parameters ?? parameters;
			await poll(during, failing, publishes !== null, calls);
		} else if (step.kind === 'restart') goBack(saves.last);
		else if (step.kind === 'crash') goBack(saves.crashed());
		else world.happen(step);
	}

	// In the end all answers are whole and of one age, though their totals may still be wrong.
	list.freedoms = { ...given.freedoms, stale: 0, lacking: 0, empty: 0 };
	const seen: string[] = [];
	// Links with as many clicks may change places between the pages: each poll misses others.
	const enough = given.freedoms.tiesShuffled ? 20 : 3;
	for (let polls = 0; polls < enough; polls++) {
		await poll();
		seen.push(...list.shown.keys());
	}
	oracle.ended(parameters, new Set(seen));
	return events;
}

function settingsOf({ triggerOn, threshold, status, query, from }: Parameters, today: number) {
	const createTsFrom = from === undefined ? undefined : dayOf(Math.max(0, today - from));
	return {
		criteria: { status, query, createTsFrom },
		scope: JSON.stringify([triggerOn, threshold, status, query]),
		from: createTsFrom ?? '',
		rule: eventRule(triggerOn, threshold),
	};
}
