import { LIST } from '../people.mts';
import { grouped } from './groups.mts';
import type { Played } from './play.mts';
import type { Sent } from './network.mts';
import type { SendCall, Want } from './wants.mts';

/** ms for all look-ups of a run, and one pause between two of them. */
const PAUSE = 8_000;
const LOOK_UPS = 60_000 + PAUSE;
/** What else a node must hold to, whatever happens. @returns each breach in words */
export function manners(played: Played, calls: SendCall[], wants: Want[]): string[] {
	return [
		...runsOn(played, calls),
		...looksUpTooLong(played, calls),
		...sendsIntoTheVoid(played, calls),
		...touchesTheStore(played),
		...staysBehind(played, calls, wants),
	];
}

const byAttempt = <T extends Sent>(calls: T[]): Map<number, T[]> =>
	grouped(calls, ({ attempt }) => attempt);

/** Where a failed item is to stop the workflow, no call begins after a refusal. */
function runsOn({ world }: Played, calls: SendCall[]): string[] {
	if (world.scenario.onError !== 'stopWorkflow') return [];
	return [...byAttempt(calls)].flatMap(([attempt, some]) => {
		const refusals = some.filter(({ sees, delivered }) => sees === 'refused' && delivered);
		const first = Math.min(...refusals.map(({ endedAt }) => endedAt ?? Infinity));
		const late = some.filter(({ startedAt }) => startedAt > first);
		return late.length === 0 ? [] : [`runs on: ${late.length} calls after a refusal (#${attempt})`];
	});
}

/** All look-ups of a run share one minute: with the pauses between them, but not with sends. */
function looksUpTooLong({ world, ended }: Played, calls: SendCall[]): string[] {
	const retries = new Set(ended.filter(({ isRetry }) => isRetry).map(({ execution }) => execution));
	// A retry reads the list before it sends, too, and may wait for it.
	const reads = world.network.sent.filter(
		({ method, execution }) => method === LIST && !retries.has(execution),
	);
	return [...byAttempt(reads)].flatMap(([attempt, some]) => {
		const sends = calls.filter((call) => call.attempt === attempt);
		let [took, until] = [0, some[0].startedAt];
		for (const { startedAt, endedAt = startedAt } of some) {
			const isSend = sends.some((send) => send.startedAt >= until && send.startedAt < startedAt);
			// Between two look-ups a run may wait for another execution that has a key.
			const isWait = world.scenario.executions > 1 && startedAt - until > 2 * PAUSE;
			const isPause = !isSend && !isWait;
			const from = isPause ? until : Math.max(until, startedAt);
			took += Math.max(0, endedAt - from);
			until = Math.max(until, endedAt);
		}
		return took <= LOOK_UPS ? [] : [`look-ups took ${took / 1000} s (#${attempt})`];
	});
}

/** When nothing comes back from any call, the node stops calling before it has called for all. */
function sendsIntoTheVoid({ world }: Played, calls: SendCall[]): string[] {
	const { maxConcurrent, onError } = world.scenario;
	if (maxConcurrent === 0 || onError === 'stopWorkflow') return [];
	return [...byAttempt(calls)].flatMap(([attempt, some]) => {
		const isVoid = some.every(({ fault }) => fault === 'hangBefore');
		return isVoid && some.length > 2 * maxConcurrent + 8
			? [`${some.length} calls into a service that answers none (#${attempt})`]
			: [];
	});
}

/** n8n's store is for Send Once Keys only. */
function touchesTheStore({ world }: Played): string[] {
	const { scenario, store } = world;
	const hasKeys = scenario.rounds.flat().some(({ key }) => key !== null);
	return hasKeys || store.reads === 0 ? [] : ["n8n's store was used without a key"];
}

/**
 * Each try goes past what an earlier one left unknown: with more tries than lost answers, and nothing
 * else in the way, all items were called for.
 */
function staysBehind({ world, ended }: Played, calls: SendCall[], wants: Want[]): string[] {
	const { scenario } = world;
	const { onError, path, kills, store, cancelAfter, executions, foreign } = scenario;
	if (onError !== 'stopWorkflow' || path !== 'once' || kills.length > 0) return [];
	if (store.failures + store.rivals > 0 || cancelAfter !== null || executions > 1) return [];
	if (scenario.rate !== null) return [];
	// A retry by hand that cannot read the list sends nothing, and not all that a list meets is repeated.
	const isUnread = scenario.listFailures > 0 || scenario.listHangs;
	if (isUnread && ended.some(({ isRetry }) => isRetry)) return [];
	const items = scenario.rounds.flat();
	if (items.some(({ form, key }) => form === 'bad' || key !== null)) return [];
	if (calls.some(({ sees }) => sees === 'refused' || sees === 'notWritten')) return [];
	const lost = calls.filter(({ doubtful }) => doubtful).length;
	if (ended.at(-1)?.run?.finished === true || world.attempts.length <= lost) return [];
	// In a retry, an equal message, of others or of an equal item, may be the one of before.
	const isRetried = ended.some(({ isRetry }) => isRetry);
	const alike = (person: number) => [...foreign, ...items].filter((each) => each.person === person);
	const behind = wants.filter(
		({ calls: own, items: [{ person }, ...more] }) =>
			own.length <= more.length && !(isRetried && alike(person).length > 1),
	);
	return behind.length === 0
		? []
		: [
				`${behind.length} items never called for, in ${world.attempts.length} tries with ${lost} lost`,
			];
}
