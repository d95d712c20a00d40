import type { IDataObject } from 'n8n-workflow';

import { strangers } from './adoption.mts';
import { claimBreaches } from './claims.mts';
import { grouped } from './groups.mts';
import { isKnown, wasFarAhead, wasShownTooLate, wasWrittenOver } from './limits.mts';
import { manners } from './manners.mts';
import { reportsOf, type Report } from './outputs.mts';
import type { Played } from './play.mts';
import { totalsOf } from './totals.mts';
import { isEven, isGivenToTwin, sendCalls, wantsOf, type SendCall, type Want } from './wants.mts';

/** Judges a played scenario by the service's own record. @returns each breach in words */
export function judge(played: Played) {
	const calls = sendCalls(played);
	const wants = wantsOf(played, calls);
	const reports = reportsOf(played);
	const breaches = [
		...wants.flatMap((want) => sentTwice(played, want, wants, reports)),
		...keyedTwice(played, wants, reports),
		...reports.flatMap((report) => report.breaches),
		...reports.flatMap(ownFaults),
		...accountBreaches(played, reports, wants),
		...claimBreaches(played, reports, wants),
		...manners(played, calls, wants),
	];
	return { totals: totalsOf(played, calls, wants, reports), breaches };
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
function sentTwice(played: Played, want: Want, wants: Want[], reports: Report[]): string[] {
	const { calls, items } = want;
	const maybe = mostKnown(played, calls);
	const accepted = calls.flatMap((call) => call.accepted);
	const meant = items.filter(({ form }) => form !== 'bad').length;
	const surplus = Math.max(accepted.length, maybe) - meant;
	if (surplus <= 0 || looksNew(played, calls)) return [];
	const isTaken =
		isGivenToTwin(played, want, wants) || takenByOthers(accepted, want, reports) >= surplus;
	if (isEven(want, wants) && isTaken) return [];
	const what = accepted.length > meant ? 'sent twice' : 'sent after an unknown outcome';
	return [`${what}: ${nameOf(want)}: ${describe(calls)}`];
}

/** How many calls that may have been accepted were made, for all that one of their callers could know. */
const mostKnown = (played: Played, calls: SendCall[]): number =>
	calls
		.filter((call) => call.maybe)
		.map(
			(later, n, all) => 1 + all.slice(0, n).filter((call) => isKnown(played, call, later)).length,
		)
		.reduce((a, b) => Math.max(a, b), 0);

/** Nothing of what was sent can be seen in the list, or not as what was sent. */
const looksNew = (played: Played, calls: SendCall[]): boolean =>
	wasShownTooLate(played, calls) || wasFarAhead(played, calls);

/** How many of the messages were found by equal items of other executions, or other equal items. */
function takenByOthers(ids: string[], { root, places }: Want, reports: Report[]): number {
	// A retry of another that was stopped does not say which messages it found.
	const isSilent = ({ ended, thrown }: Report) =>
		ended.root !== root && ended.isRetry && thrown !== undefined;
	if (reports.some(isSilent)) return ids.length;
	const taken = reports.flatMap(({ ended, run, said }) =>
		said
			.filter(({ index }) => {
				const isOwn = places.some((place) => place.run === run && place.index === index);
				return ended.root !== root || !isOwn;
			})
			.flatMap(({ json }) => foundIn(json)),
	);
	return ids.filter((id) => taken.includes(id)).length;
}

/** The messages that the list showed for an item: its own, or those that may be it. */
function foundIn({ recovered, messageId, details }: IDataObject): string[] {
	const found: unknown = Object(details).found;
	if (recovered === true) return [String(messageId)];
	return Array.isArray(found) ? found.map(String) : [];
}

/** One message for each Send Once Key, whoever uses it. */
function keyedTwice(played: Played, wants: Want[], reports: Report[]): string[] {
	const keyed = wants.filter(({ items: [{ key }] }) => key !== null);
	return [...grouped(keyed, ({ items: [{ key }] }) => key)].flatMap(([key, users]) => {
		const calls = users.flatMap((user) => user.calls).sort((a, b) => a.seq - b.seq);
		if (mostKnown(played, calls) <= 1) return [];
		const maybe = calls.filter((call) => call.maybe);
		if (wasWrittenOver(played, maybe) || looksNew(played, calls)) return [];
		const accepted = calls.flatMap((call) => call.accepted).length;
		const isTaken = (user: Want) => {
			const ids = user.calls.flatMap((call) => call.accepted);
			const isGiven = isGivenToTwin(played, user, wants) || takenByOthers(ids, user, reports) > 0;
			return isEven(user, wants) && isGiven;
		};
		if (users.some(isTaken)) return [];
		return [
			`key ${key} ${accepted > 1 ? 'sent twice' : 'sent after an unknown outcome'}: ${describe(calls)}`,
		];
	});
}

/** What V8 and Node.js say where the code itself is wrong. */
const OWN_FAULT = /out of range|is not a function|is not iterable|is not defined|Cannot read prop/;

/** A fault of our own leaves an item unknown at best, so nothing else would show it. */
const ownFaults = ({ said, thrown = '' }: Report): string[] =>
	[thrown, ...said.map(({ json }) => String(json.error))]
		.filter((text) => OWN_FAULT.test(text))
		.map((text) => `a fault of our own: ${text}`);

const SUMMARY = /(\d+) of (\d+) messages accepted/;

/** Every input item is an output, a failed item, or counted in the summary that was thrown. */
function accountBreaches(played: Played, reports: Report[], wants: Want[]): string[] {
	const { scenario } = played.world;
	const breaches = reports.flatMap((report) => {
		const size = scenario.rounds[report.run]?.length ?? 0;
		return report.thrown === undefined ? listed(report, size) : summed(played, report, size, wants);
	});
	for (const { run, answers, cancelled, crashed, execution } of played.ended) {
		const runs = answers?.length ?? run?.data.resultData.runData.Node?.length ?? 0;
		if (cancelled || crashed || (run !== undefined && run.status !== 'success')) continue;
		if (runs !== scenario.rounds.length)
			breaches.push(`unaccounted: execution ${execution} tells of ${runs} runs`);
	}
	return breaches;
}

/** Each item comes out once. */
function listed({ ended, run, said }: Report, size: number): string[] {
	const where = `execution ${ended.execution}, run ${run}`;
	const counts = Array<number>(size).fill(0);
	for (const { index } of said) {
		if (!(index in counts)) return [`unaccounted: ${where}: an output is paired with ${index}`];
		counts[index]++;
	}
	return counts.flatMap((count, index) =>
		count === 1 ? [] : [`unaccounted: ${where}: item ${index} comes out ${count} times`],
	);
}

/** The summary counts what was accepted: all that the node got to know, and no more than is true. */
function summed(played: Played, report: Report, size: number, wants: Want[]): string[] {
	const { ended, run, thrown = '' } = report;
	const where = `execution ${ended.execution}, run ${run}`;
	const found = SUMMARY.exec(thrown);
	if (size === 1) return [];
	if (found === null) return [`unaccounted: ${where}: no summary: ${thrown}`];
	const [, counted, of] = found.map(Number);
	if (of !== size) return [`unaccounted: ${where}: the summary counts ${of} items of ${size}`];
	let [known, accepted] = [0, 0];
	for (const want of wants) {
		const { root, places, calls } = want;
		if (root !== ended.root || !places.some((place) => place.run === run)) continue;
		const before = calls.filter(({ seq }) => seq < ended.calls);
		const heard = before.filter(
			({ execution, sees, delivered }) =>
				execution === ended.execution && sees === 'accepted' && delivered,
		);
		known += heard.length;
		accepted += calls.flatMap((call) => call.accepted).length;
		accepted += strangers(played, want, wants).length;
	}
	return counted >= known && counted <= accepted
		? []
		: [
				`unaccounted: ${where}: the summary counts ${counted} accepted; ` +
					`the node heard of ${known}, and ${accepted} are true`,
			];
}
