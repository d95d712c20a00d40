import { areAtOnce } from './scenario.mts';
import type { Played } from './play.mts';
import type { Totals } from './totals.mts';
import type { SendCall, Want } from './wants.mts';

const LIST = 'Message/List';
/** ms for all look-ups of a run, and what one read may take longer. */
const LOOK_UPS = 60_000 + 15_000;
/** Sends that one write of n8n's store covers. */
const BATCH = 25;

/** What else a node must hold to, whatever happens. @returns each breach in words */
export function manners(played: Played, calls: SendCall[], wants: Want[], _: Totals): string[] {
	return [
		...runsOn(played, calls),
		...looksUpTooLong(played, calls),
		...sendsIntoTheVoid(played, calls),
		...writesTooOften(played),
		...staysBehind(played, calls, wants),
	];
}

function byAttempt(calls: SendCall[]): Map<number, SendCall[]> {
	const attempts = new Map<number, SendCall[]>();
	for (const call of calls)
		attempts.set(call.attempt, [...(attempts.get(call.attempt) ?? []), call]);
	return attempts;
}

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

/** All look-ups of a run share one minute. */
function looksUpTooLong({ world }: Played, calls: SendCall[]): string[] {
	return [...byAttempt(calls)].flatMap(([attempt, some]) => {
		const lost = some.filter(({ doubtful, delivered }) => doubtful && delivered);
		const since = Math.min(...lost.map(({ endedAt }) => endedAt ?? Infinity));
		const reads = world.network.sent.filter(
			(each) => each.method === LIST && each.attempt === attempt && each.startedAt >= since,
		);
		if (reads.length === 0) return [];
		const first = Math.min(...reads.map(({ startedAt }) => startedAt));
		const last = Math.max(...reads.map(({ startedAt, endedAt }) => endedAt ?? startedAt));
		return last - first <= LOOK_UPS
			? []
			: [`look-ups took ${(last - first) / 1000} s (#${attempt})`];
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

/** n8n's store is written seldom: once for many sends, and once at the end. */
function writesTooOften({ world }: Played): string[] {
	const { scenario, attempts, store } = world;
	const hasKeys = scenario.rounds.flat().some(({ key }) => key !== null);
	if (hasKeys || scenario.store.failures + scenario.store.rivals > 0) return [];
	if (scenario.workers > 1 && scenario.executions > 1) return [];
	const allowed = attempts.reduce((sum, { run }) => {
		return sum + Math.ceil((scenario.rounds[run]?.length ?? 0) / BATCH) + 2;
	}, 0);
	return store.writes <= allowed
		? []
		: [`${store.writes} writes of the store for ${attempts.length} tries, not ${allowed}`];
}

/**
 * Each try goes past what an earlier one left unknown: with more tries than lost answers, and nothing
 * else in the way, all items were called for.
 */
function staysBehind({ world, ended }: Played, calls: SendCall[], wants: Want[]): string[] {
	const { scenario } = world;
	const { onError, path, kills, store, cancelAfter, executions } = scenario;
	if (onError !== 'stopWorkflow' || path !== 'once' || kills.length > 0) return [];
	if (store.failures + store.rivals > 0 || cancelAfter !== null || executions > 1) return [];
	if (areAtOnce(scenario) || scenario.rate !== null) return [];
	const items = scenario.rounds.flat();
	if (items.some(({ form, key }) => form === 'bad' || key !== null)) return [];
	if (calls.some(({ sees }) => sees === 'refused' || sees === 'notWritten')) return [];
	const lost = calls.filter(({ doubtful }) => doubtful).length;
	if (ended.at(-1)?.run?.finished === true || world.attempts.length <= lost) return [];
	const behind = wants.filter((want) => want.calls.length < want.items.length);
	return behind.length === 0
		? []
		: [
				`${behind.length} items never called for, in ${world.attempts.length} tries with ${lost} lost`,
			];
}
