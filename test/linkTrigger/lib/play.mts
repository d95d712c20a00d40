import { readState, type LinkEvent } from '../../../nodes/LinkTrigger/cursor';
import { eventData } from '../../../nodes/LinkTrigger/event';
import { eventRule, type TriggerOn } from '../../../nodes/LinkTrigger/eventRule';
import { pollOnce } from '../../../nodes/LinkTrigger/poll';
import type { History, Step, WorldStep } from './history.mts';
import { Oracle } from './oracle.mts';
import { World, type Trouble } from './world.mts';

const THRESHOLD = 5;

/** Plays a history with the trigger in memory, and has an oracle judge it. @returns how many events came */
export async function play(given: History, triggerOn: TriggerOn): Promise<number> {
	const world = new World(given.pageSize);
	const settings = {
		criteria: { status: given.isFiltered ? (1 as const) : undefined },
		scope: 'test',
		from: '',
		rule: eventRule(triggerOn, THRESHOLD),
	};
	const act = (step: WorldStep): void => world.happen(step);
	const acts = (steps: WorldStep[][]) => steps.map((each) => () => each.forEach(act));

	// n8n saves the state when the workflow is switched on, and with events.
	let [state, saved] = ['{}', '{}'];
	async function poll(trouble?: Trouble): Promise<LinkEvent[]> {
		world.begin(trouble);
		const before = readState(JSON.parse(state).state, settings);
		const after = await pollOnce(world.reader, settings, before);
		state = JSON.stringify({ state: after.state });
		if (after.events.length > 0) saved = state;
		return after.events;
	}

	given.before.forEach(act);
	const oracle = new Oracle(world, triggerOn, THRESHOLD);
	const during = acts(given.beginning);
	oracle.began(await poll({ failing: null, hidden: null, lagging: null, during }));
	saved = state;

	async function take(step: Step): Promise<void> {
		if (step.kind === 'restart') state = saved;
		else if (step.kind !== 'poll') act(step);
		else {
			const old = state;
			const events = await poll({ ...step, during: acts(step.during) }).catch(() => {
				oracle.check(state === old, 'a poll that fails changes nothing', step);
				return [];
			});
			oracle.polled(events.map((event) => eventData(event, settings.rule)));
		}
	}
	for (const step of given.steps) await take(step);
	for (let quiet = 0; quiet < 2; quiet++) {
		oracle.polled((await poll()).map((event) => eventData(event, settings.rule)));
	}
	oracle.ended();
	return oracle.count;
}
