import { reportsOf } from './outputs.mts';
import type { Played } from './play.mts';
import { sendCalls } from './wants.mts';

/** A scenario in words: what went over the network, and what the node said. Times are ms since its start. */
export function traceOf(played: Played): string {
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
