import { adoption, callsFor, strangers } from './adoption.mts';
import { cannotBeKnown, isKnown, wasWrittenOver } from './limits.mts';
import { saidOf, type Report, type Said } from './outputs.mts';
import type { Played } from './play.mts';
import { recipientOf } from './scenario.mts';
import { isEven, isGivenToTwin, type SendCall, type Want } from './wants.mts';

/** What the node says of items, against what the service knows of the calls for them until then. */
export function claimBreaches(played: Played, reports: Report[], wants: Want[]): string[] {
	// What executions with another beginning found.
	const taken = reports.flatMap(({ ended: { root }, said }) =>
		said.flatMap(({ json }) =>
			json.recovered === true ? { root, id: String(json.messageId) } : [],
		),
	);
	const inCalls = reports.flatMap((report) => saidAgain(played, report, reports));
	const inReports = reports.flatMap((report) => {
		const { ended, run } = report;
		const where = `execution ${ended.execution}, run ${run}`;
		const indexOf = new Map<string, number>();
		const breaches = wants.flatMap((want) => {
			const said = saidOf(report, want);
			if (said.length === 0) return [];
			return [
				...refused(played, want, report, said, wants, taken),
				...unknown(played, want, report, said, wants),
				...said.flatMap((each) => succeeded(played, want, each, wants)),
			];
		});
		for (const { json, index } of report.said) {
			if (json.messageId === undefined || json.messageId === null) continue;
			const id = String(json.messageId);
			if (indexOf.has(id))
				breaches.push(`message ${id} is said of items ${indexOf.get(id)} and ${index}`);
			indexOf.set(id, index);
		}
		return breaches.map((breach) => `${breach} (${where})`);
	});
	return [...inReports, ...inCalls];
}

/** Each call of an agent that goes well has a message of its own, however equal they are. */
function saidAgain({ world }: Played, { ended, run, said }: Report, reports: Report[]): string[] {
	if (world.scenario.path !== 'tool') return [];
	const before = reports.filter((other) => other.ended === ended && other.run < run);
	const known = new Set(before.flatMap((other) => other.said.map(({ json }) => json.messageId)));
	return said.flatMap(({ json: { messageId } }) =>
		messageId !== undefined && messageId !== null && known.has(messageId)
			? [`message ${String(messageId)} is said of several calls, the last ${run}`]
			: [],
	);
}

const until = (calls: SendCall[], { ended }: Report): SendCall[] =>
	calls.filter(({ seq }) => seq < ended.calls);

/** Refused and not sent is only what certainly was not. */
function refused(
	played: Played,
	want: Want,
	report: Report,
	said: Said[],
	wants: Want[],
	taken: Array<{ root: number; id: string }>,
): string[] {
	const badAt = want.places
		.filter((_, n) => want.items[n].form === 'bad')
		.map(({ index }) => index);
	const not = said.filter(
		({ outcome, index }) =>
			(outcome === 'refused' || outcome === 'notSent') && !badAt.includes(index),
	);
	const calls = until(want.calls, report);
	const isTaken = ({ accepted }: SendCall) =>
		taken.some(({ root, id }) => root !== want.root && accepted.includes(id));
	const own = calls.filter(({ execution }) => execution === report.ended.execution);
	const ends = own.map(({ endedAt = Infinity }) => endedAt);
	const inLaterRuns = wants
		.flatMap((other) => other.calls)
		.filter(({ execution, run }) => execution === report.ended.execution && run > report.run);
	const over =
		own.length > 0 ? Math.max(...ends) : Math.min(...inLaterRuns.map(({ startedAt }) => startedAt));
	// Another retry at the same time may send it after this one was refused, or gave it up.
	const isLater = (call: SendCall) => !own.includes(call) && call.startedAt >= over;
	const maybe = calls.filter(
		(call) => call.maybe && isKnown(played, call, report.ended) && !isTaken(call) && !isLater(call),
	);
	const meant = want.items.filter(({ form }) => form !== 'bad').length;
	if (not.length === 0 || maybe.length + not.length <= meant) return [];
	if (wasWrittenOver(played, calls)) return [];
	if (isEven(want, wants) && isGivenToTwin(played, want, wants)) return [];
	const faults = maybe.map(({ fault }) => fault).join();
	return [`said ${not[0].outcome} of item ${not[0].index}, after ${faults}`];
}

/** Unknown is only what may have been sent. */
function unknown(
	played: Played,
	want: Want,
	report: Report,
	said: Said[],
	wants: Want[],
): string[] {
	const { scenario } = played.world;
	const not = said.filter(({ failed, outcome }) => failed && outcome === 'unknown');
	const calls = until(callsFor(scenario, want, wants), report);
	const doubtful = calls.filter((call) => call.doubtful);
	if (not.length <= doubtful.length) return [];
	const [{ key }] = want.items;
	const users = key === null ? [] : wants.filter(({ items }) => items[0].key === key);
	// An earlier use of the key left it open.
	if (users.some((user) => until(user.calls, report).some((call) => call.doubtful))) return [];
	if (cannotBeKnown(played, report, want, users)) return [];
	const faults = calls.map(({ fault }) => fault).join() || 'no call';
	return [`said unknown of item ${not[0].index}, after ${faults}`];
}

/** A message that went well is one that the service took, for this very item. */
function succeeded(
	played: Played,
	want: Want,
	{ failed, outcome, json, index }: Said,
	wants: Want[],
): string[] {
	if (failed) return [];
	const [{ person, key }] = want.items;
	if (json.recipient !== recipientOf(person))
		return [`item ${index} comes out as one to ${String(json.recipient)}: ${JSON.stringify(json)}`];
	if (outcome === 'queued') {
		const queued = want.calls.some(({ sees }) => sees === 'queued');
		return queued ? [] : [`item ${index} is said to be queued, and is not`];
	}
	if (outcome === 'skipped') {
		const users = wants.filter(({ items }) => key !== null && items[0].key === key);
		const sent = users.some(
			(user) =>
				// A task of the service counts as taken.
				user.calls.some(({ accepted, sees }) => accepted.length > 0 || sees === 'queued') ||
				strangers(played, user, wants).length > 0,
		);
		return sent ? [] : [`item ${index} is said to be skipped, and its key sent nothing`];
	}
	if (json.messageId === undefined || json.messageId === null)
		return [`item ${index} went well, and has no message ID`];
	return adoption(played, want, wants, index, json);
}
