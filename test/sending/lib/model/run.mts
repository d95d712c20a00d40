import fc from 'fast-check';

import { areAllDrawn, draws } from '../../../draws.mts';
import { engine } from '../../../engine/lib/engine.mts';
import { startService } from '../../../service/index.mts';
import { scenario } from './arbitrary.mts';
import { judge } from './judge.mts';
import { reportsOf } from './outputs.mts';
import { play, type Played } from './play.mts';
import { startStores } from './store.mts';
import { NOTHING, plus } from './totals.mts';
import { sendCalls } from './wants.mts';

/** Sockets are waited for, so that a few play side by side. */
const AT_ONCE = 8;

export const RUNS = draws(1500);
/** One for each part, or one for all. */
const SEEDS = process.env.FAULT_SEED?.split(',').map(Number) ?? [Date.now() % 1_000_000_000];
/** Plays this one only, and tells what happened. */
const ONLY = process.env.FAULT_ONLY;

/**
 * Plays and judges one part of the scenarios of a seed, and prints what was counted.
 * @param part from 0 to `parts - 1`
 */
export async function playPart(part: number, parts: number) {
	// Traces of the many errors that are thrown cost more than all else.
	Error.stackTraceLimit = 0;
	const [n8n, stores] = await Promise.all([engine(), startStores()]);
	const seed = SEEDS[part % SEEDS.length];
	const scenarios = fc.sample(scenario, { seed, numRuns: RUNS });
	const ids = [...scenarios.keys()].filter((id) =>
		ONLY === undefined ? id % parts === part : id === Number(ONLY) && part === id % parts,
	);
	const count = ids.length;
	let totals = NOTHING;
	const breaches: string[] = [];
	const player = async () => {
		const clock = { now: Date.now };
		const service = await startService({ now: () => clock.now() });
		const ground = { n8n, stores, service, clock };
		for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
			const played = await play(ground, scenarios[id], id);
			const verdict = judge(played);
			if (ONLY !== undefined) process.stdout.write(traceOf(played));
			played.world.end();
			totals = plus(totals, verdict.totals);
			if (verdict.breaches.length === 0) continue;
			const drawn = JSON.stringify(scenarios[id]);
			breaches.push(`scenario ${id}: ${verdict.breaches.join('\n  ')}\n${drawn}`);
		}
		await service.close();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, player));
	const figures = JSON.stringify({ scenarios: count, ...totals });
	process.stdout.write(`Sending under faults, seed ${seed}, part ${part + 1}: ${figures}\n`);
	return { count, totals, breaches };
}

/**
 * What must hold of a part, and that it met what it is about. Where nobody could know better the judge
 * says so itself, from what it alone knows, and counts it.
 */
export function expectSound({ count, totals, breaches }: Awaited<ReturnType<typeof playPart>>) {
	expect(breaches).toEqual([]);
	if (ONLY !== undefined || !areAllDrawn) return;
	expect(totals.accepted).toBeGreaterThan(count);
	expect(totals.doubtful).toBeGreaterThan(count / 3);
	expect(totals.deaths).toBeGreaterThan(count / 10);
	expect(totals.foreign).toBeGreaterThan(count / 10);
	// A node that finds nothing again would be safe, and of no use.
	expect(totals.found).toBeGreaterThanOrEqual(totals.findable * 0.9);
	// Some seeds draw no message that is `findable`, and all draw many that are found in spite of something.
	expect(totals.recovered).toBeGreaterThan(count / 10);
}

/** A scenario in words: what went over the network, and what the node said. Times are ms since its start. */
function traceOf(played: Played): string {
	const { network, attempts, plan, startedAt } = played.world;
	const sends = new Map(sendCalls(played).map((call) => [call.seq, call]));
	const since = (at: number | undefined): string =>
		at === undefined ? '' : (at - startedAt).toFixed(0);
	const calls = network.sent.map((call) => {
		const made = sends.get(call.seq)?.accepted.map((id) => ` made ${id}`) ?? [];
		const where = `${call.execution} run ${call.run} try #${call.attempt}`;
		const when = `${since(call.startedAt)} to ${since(call.endedAt)}`;
		const heard = call.delivered ? '' : ' never heard';
		const form = decodeURIComponent(String(call.form)).replaceAll('\n', ' ');
		return `${when}: ${where}: ${call.method} ${call.fault}${heard}${made.join('')}: ${form}`;
	});
	const said = reportsOf(played).flatMap(({ ended, run, thrown, said: items }) => [
		`${ended.execution} run ${run} by ${since(ended.at)}: ${thrown ?? ''}`,
		...items.map(({ index, json }) => `  item ${index}: ${JSON.stringify(json)}`),
	]);
	const tries = attempts.map(({ execution, run, attempt, at }) => {
		return `try #${attempt}: ${execution} run ${run} at ${since(at)}`;
	});
	return [...tries, ...calls, ...said, `by others: ${plan.foreign.join()}`, ''].join('\n');
}
