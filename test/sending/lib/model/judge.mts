import { accountBreaches } from './account.mts';
import { claimBreaches } from './claims.mts';
import { wasWrittenOver } from './limits.mts';
import { manners } from './manners.mts';
import { reportsOf } from './outputs.mts';
import type { Played } from './play.mts';
import { addTo, emptyTotals, type Totals } from './totals.mts';
import { sendCalls, wantsOf, type SendCall, type Want } from './wants.mts';

/** Judges a played scenario by the service's own record. @returns each breach in words */
export function judge(played: Played): { totals: Totals; breaches: string[] } {
	const totals = emptyTotals();
	const calls = sendCalls(played);
	const wants = wantsOf(played, calls);
	const reports = reportsOf(played);
	const breaches = [
		...wants.flatMap((want) => sentTwice(played, want, totals)),
		...keyedTwice(played, wants, totals),
		...reports.flatMap((report) => report.breaches),
		...accountBreaches(played, reports, wants),
		...claimBreaches(played, reports, wants, totals),
		...manners(played, calls, wants),
	];
	addTo(totals, played, calls, reports);
	return { totals, breaches };
}

const nameOf = ({ root, places }: Want): string =>
	`execution ${root}, ${places.map(({ run, index }) => `${run}/${index}`).join()}`;

const describe = (calls: SendCall[]): string =>
	calls
		.map(({ execution, attempt, fault, accepted, delivered }) => {
			const end = delivered ? '' : ', never heard';
			return `${execution}#${attempt}: ${fault}${end}${accepted.length > 0 ? ', accepted' : ''}`;
		})
		.join('; ');

/** One message for one that was meant, and nothing after an outcome that is not known. */
function sentTwice(played: Played, want: Want, totals: Totals): string[] {
	const { calls, items } = want;
	const accepted = calls.flatMap((call) => call.accepted).length;
	const maybe = calls.filter((call) => call.maybe);
	if (Math.max(accepted, maybe.length) <= items.length) return [];
	if (wasWrittenOver(played, maybe)) {
		totals.writtenOver++;
		return [];
	}
	const what = accepted > items.length ? 'sent twice' : 'sent after an unknown outcome';
	return [`${what}: ${nameOf(want)}: ${describe(calls)}`];
}

/** One message for each Send Once Key, whoever uses it. */
function keyedTwice(played: Played, wants: Want[], totals: Totals): string[] {
	const byKey = new Map<number, SendCall[]>();
	for (const { items, calls } of wants) {
		const [{ key }] = items;
		if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), ...calls]);
	}
	return [...byKey].flatMap(([key, calls]) => {
		const maybe = calls.filter((call) => call.maybe).sort((a, b) => a.seq - b.seq);
		if (maybe.length <= 1) return [];
		if (wasWrittenOver(played, maybe)) {
			totals.writtenOver++;
			return [];
		}
		const accepted = calls.flatMap((call) => call.accepted).length;
		return [
			`key ${key} ${accepted > 1 ? 'sent twice' : 'sent after an unknown outcome'}: ${describe(calls)}`,
		];
	});
}
