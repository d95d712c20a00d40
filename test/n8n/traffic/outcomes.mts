import type { LocalService } from '../../service/index.mts';
import type { Recorded } from './history.mts';
import { EACH, SEND } from './workflows.mts';

/** What the send node said of one message. */
export interface Told {
	kind: 'accepted' | 'recovered' | 'skipped' | 'queued' | 'unknown' | 'refused' | 'notSent';
	executionId: string;
	/** Of the message, when it was accepted. */
	messageId?: string;
	error?: string;
}

/** What the executions say of each message, by recipient. Each message has a recipient of its own. */
export function toldBy(history: Recorded[]): Map<string, Told[]> {
	const told = new Map<string, Told[]>();
	const add = (recipient: unknown, entry: Told) => {
		const key = String(recipient);
		told.set(key, [...(told.get(key) ?? []), entry]);
	};
	for (const execution of history) {
		const executionId = execution.id;
		for (const { json } of execution.items(SEND)) {
			const { recipient, messageId, outcome, recovered } = json;
			if (outcome === 'skipped' || outcome === 'queued') {
				add(recipient, { kind: outcome, executionId });
			} else {
				const kind = recovered === true ? 'recovered' : 'accepted';
				add(recipient, { kind, executionId, messageId: String(messageId) });
			}
		}
		const asked = execution.items(EACH);
		for (const { json, pairedItem } of execution.items(SEND, 1)) {
			const error = String(json.error);
			const kind = failedAs(json.details);
			add(asked[indexIn(pairedItem)].json.to, { kind, executionId, error });
		}
	}
	return told;
}

/** What a failed item says of its message. */
function failedAs(details: unknown): 'unknown' | 'refused' | 'notSent' {
	const outcome =
		typeof details === 'object' && details !== null && 'outcome' in details && details.outcome;
	if (outcome === 'unknown' || outcome === 'refused' || outcome === 'notSent') return outcome;
	throw new Error(`A failed item without an outcome: ${JSON.stringify(details)}`);
}

function indexIn(pairedItem: unknown): number {
	if (typeof pairedItem === 'object' && pairedItem !== null && 'item' in pairedItem) {
		return Number(pairedItem.item);
	}
	throw new Error(`Not paired: ${JSON.stringify(pairedItem)}`);
}

type Stored = { to: string; text: string };
const byRecipient = ({ to }: Stored): string => to;

/** Ids of the messages that the service accepted, by recipient or by what else tells them apart. */
export function acceptedBy(service: LocalService, name = byRecipient): Map<string, string[]> {
	const accepted = new Map<string, string[]>();
	for (const message of service.store.messages.all()) {
		accepted.set(name(message), [...(accepted.get(name(message)) ?? []), message.id]);
	}
	return accepted;
}

/** How many there are of each kind. */
export function countKinds(told: Iterable<Told>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { kind } of told) counts[kind] = (counts[kind] ?? 0) + 1;
	return counts;
}

/**
 * Messages to these recipients that the service accepted more than once, with what is known of their
 * calls: the evidence. The text counts too: a post that is made again has another one.
 */
export function doubled(
	service: LocalService,
	told: Map<string, Told[]>,
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
			const said = (told.get(to) ?? []).map(
				({ executionId, kind, messageId = '' }) => `execution ${executionId}: ${kind} ${messageId}`,
			);
			return `${to}: accepted ${times.join(' and ')}; ${said.join(', ') || 'told by nobody'}`;
		});
}
