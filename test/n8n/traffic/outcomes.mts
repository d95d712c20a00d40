import type { LocalService } from '../../service/index.mts';
import type { Execution } from '../lib/executions.mts';
import { EACH, SEND } from './workflows.mts';

/** What the send node said of one message. */
export interface Outcome {
	kind: 'accepted' | 'recovered' | 'skipped' | 'queued' | 'unknown' | 'refused' | 'notSent';
	executionId: string;
	/** Of the message, when it was accepted. */
	messageId?: string;
}

/** Lists by key. */
export function grouped<T>(pairs: Array<[key: string, value: T]>): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
	return groups;
}

/** What an execution says of its messages, each with its recipient. */
function outcomesIn(execution: Execution): Array<[to: string, outcome: Outcome]> {
	const executionId = execution.id;
	const asked = execution.items(EACH);
	const good = execution.items(SEND).map((json): [string, Outcome] => {
		const { recipient, messageId, outcome, recovered } = json;
		if (outcome === 'skipped' || outcome === 'queued') {
			return [String(recipient), { kind: outcome, executionId }];
		}
		const kind = recovered === true ? 'recovered' : 'accepted';
		return [String(recipient), { kind, executionId, messageId: String(messageId) }];
	});
	const failed = execution.paired(SEND, 1).map(({ json, pairedItem }): [string, Outcome] => {
		const { to } = asked[Number(Object(pairedItem).item)];
		return [String(to), { kind: failedAs(json.details), executionId }];
	});
	return [...good, ...failed];
}

/** What a failed item says of its message. */
function failedAs(details: unknown): 'unknown' | 'refused' | 'notSent' {
	const { outcome } = Object(details);
	if (outcome === 'unknown' || outcome === 'refused' || outcome === 'notSent') return outcome;
	throw new Error(`A failed item without an outcome: ${JSON.stringify(details)}`);
}

/** What the executions say of each message, by recipient. Each message has a recipient of its own. */
export const outcomesOf = (history: Execution[]): Map<string, Outcome[]> =>
	grouped(history.flatMap(outcomesIn));

type Stored = { to: string; text: string };

/** Ids of the messages that the service accepted, by recipient or by what else tells them apart. */
export const acceptedBy = (
	{ store }: LocalService,
	name = ({ to }: Stored) => to,
): Map<string, string[]> =>
	grouped([...store.messages.all()].map((message) => [name(message), message.id]));

/** How many there are of each value. */
export function counts(values: string[]): Record<string, number> {
	const found: Record<string, number> = {};
	for (const value of values) found[value] = (found[value] ?? 0) + 1;
	return found;
}

/** Prints how the executions ended, and what became of their items. */
export function printFigures(service: LocalService, history: Execution[]): void {
	const executions = counts(history.map(({ status }) => status));
	const items = counts([...outcomesOf(history).values()].flat().map(({ kind }) => kind));
	console.log(`  ${JSON.stringify({ executions, items, accepted: service.store.messages.size })}`);
}

/**
 * Messages to these recipients that the service accepted more than once, with what is known of their
 * calls: the evidence. The text counts too: a post that is made again has another one.
 */
export function doubled(
	service: LocalService,
	outcomes: Map<string, Outcome[]>,
	isMeant: (to: string) => boolean = () => true,
): string[] {
	return [...acceptedBy(service, ({ to, text }) => `${to}: ${text}`)]
		.map(([name, ids]) => [name.split(':')[0], ids] as const)
		.filter(([to, ids]) => ids.length > 1 && isMeant(to))
		.map(([to, ids]) => {
			const calls = service.calls.filter((call) => call.accepted?.some((id) => ids.includes(id)));
			const times = calls.map(({ startedAt, accepted }) => {
				return `${new Date(startedAt).toISOString()} as ${accepted?.join()}`;
			});
			const said = outcomes.get(to) ?? [];
			return `${to}: accepted ${times.join(' and ')}; outputs: ${JSON.stringify(said)}`;
		});
}

/** Where an output says another thing than the service knows: accepted is what it took, refused what it did not. */
export function contradictions(
	service: LocalService,
	outcomes: Iterable<[to: string, outcomes: Outcome[]]>,
): string[] {
	const accepted = acceptedBy(service);
	const isTrue = (to: string, { kind, messageId }: Outcome) => {
		const ids = accepted.get(to) ?? [];
		if (kind === 'refused' || kind === 'notSent') return ids.length === 0;
		return messageId === undefined || ids.join() === messageId;
	};
	return [...outcomes]
		.filter(([to, [first]]) => !isTrue(to, first))
		.map(([to, said]) => `${to}: ${JSON.stringify(said)}, accepted: ${accepted.get(to)}`);
}
