import assert from 'node:assert/strict';
import { z } from 'zod';
import type { LocalService, StoredMessage } from '../../service/index.mts';
import { hasEnded, type Execution } from '../lib/executions.mts';
import { until } from '../lib/progress.mts';
import type { Checks } from '../lib/run.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import { EACH, SEND, TRIGGER } from './load.mts';
import { isFinal } from '../../service/store/statuses.mts';

/** What is audited, and what the audit reports to. */
export interface World {
	session: Session;
	service: LocalService;
	checks: Checks;
}

/** What the send node said of one message. */
export interface Outcome {
	kind: 'accepted' | 'recovered' | 'skipped' | 'queued' | 'unknown' | 'refused' | 'notSent';
	executionId: string;
	/** Of the message, when it was accepted. */
	messageId?: string;
}

export function grouped<T>(pairs: Array<[key: string, value: T]>): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
	return groups;
}

/** The details of a failed item. */
const FAILED = z.object({ outcome: z.enum(['unknown', 'refused', 'notSent']) });

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
		return [String(to), { kind: FAILED.parse(json.details).outcome, executionId }];
	});
	return [...good, ...failed];
}

/** What the executions say of each message, by recipient. Each message has a recipient of its own. */
export const outcomesOf = (history: Execution[]): Map<string, Outcome[]> =>
	grouped(history.flatMap(outcomesIn));

/** Ids of the messages that the service accepted, by recipient or by what else tells them apart. */
const acceptedBy = (
	{ store }: LocalService,
	name = ({ to }: { to: string; text: string }) => to,
): Map<string, string[]> =>
	grouped([...store.messages.all()].map((message) => [name(message), message.id]));

export function counts(values: string[]): Record<string, number> {
	const found: Record<string, number> = {};
	for (const value of values) found[value] = (found[value] ?? 0) + 1;
	return found;
}

/**
 * Messages to these recipients that the service accepted more than once, with what is known of their
 * calls: the evidence. The text counts too: a post that is made again has another one.
 */
function doubled(
	service: LocalService,
	outcomes: Map<string, Outcome[]>,
	isMeant: (to: string) => boolean,
): string[] {
	return [...acceptedBy(service, ({ to, text }) => `${to}: ${text}`)]
		.map(([name, ids]) => [name.split(':')[0], ids] as const)
		.filter(([to, ids]) => ids.length > 1 && isMeant(to))
		.map(([to, ids]) => {
			const calls = service.calls.filter(({ accepted = [] }) => ids.includes(accepted[0]));
			return JSON.stringify({ to, calls, said: outcomes.get(to) });
		});
}

/** Longer than n8n needs to notice that nobody works on an execution, and than a lost answer is looked for. In ms. */
const SETTLING = 300_000;

/**
 * Waits until all executions of a workflow have ended; those that nobody works on, until n8n says so.
 * Gives them, newest first.
 */
export async function settled(session: Session, workflow: SavedWorkflow): Promise<Execution[]> {
	const all = async () => (await session.listExecutions(workflow.id)).every(hasEnded);
	const times = { timeout: SETTLING, interval: 500 };
	await until(`End of the executions of ${workflow.name}`, all, times);
	return await session.readHistory(workflow);
}

/**
 * Who got what how often, when all executions of a workflow that sends have ended: what they say of each
 * message, and what the service accepted. Checks that nobody of those who are meant got a message twice.
 */
export async function audit(
	{ session, service, checks }: World,
	workflow: SavedWorkflow,
	when: string,
	isMeant: (to: string) => boolean = () => true,
) {
	const history = await settled(session, workflow);
	const outcomes = outcomesOf(history);
	const executions = counts(history.map(({ status }) => status));
	const items = counts([...outcomes.values()].flat().map(({ kind }) => kind));
	const figures = { executions, items, accepted: service.store.messages.size };
	console.log(`  ${when}: ${JSON.stringify(figures)}`);
	await checks.check(`${when}: the service accepted no message twice`, () => {
		assert.ok(service.store.messages.size > 0);
		assert.deepEqual(doubled(service, outcomes, isMeant), []);
	});
	return { history, outcomes, accepted: acceptedBy(service) };
}

export type Stock = Awaited<ReturnType<typeof audit>>;

/** Where an output says another thing than the service knows: accepted is what it took, refused what it did not. */
export function contradictions(
	{ accepted, outcomes }: Stock,
	isMeant: (to: string) => boolean = () => true,
): string[] {
	const isTrue = (to: string, { kind, messageId }: Outcome) => {
		const ids = accepted.get(to) ?? [];
		if (kind === 'refused' || kind === 'notSent') return ids.length === 0;
		return messageId === undefined || ids.join() === messageId;
	};
	return [...outcomes]
		.filter(([to, [first]]) => isMeant(to) && !isTrue(to, first))
		.map(([to, said]) => `${to}: ${JSON.stringify(said)}, accepted: ${accepted.get(to)}`);
}

/** Executions that n8n gave up on: their process died, or their job got lost. */
export const givenUp = (history: Execution[]): Execution[] =>
	history.filter(({ status }) => status !== 'success');

/**
 * Does what "Retry" in the list of executions does, with those that n8n kept the data of, one after
 * the other. One that was retried is not retried again.
 *
 * @returns how many there were
 */
export async function retryAll(session: Session, history: Execution[]): Promise<number> {
	const retried = new Set(history.map(({ retryOf }) => retryOf).filter(Boolean));
	const left = givenUp(history).filter(({ id, waiting }) => waiting.length > 0 && !retried.has(id));
	for (const { id } of left) await session.retry(id);
	return left.length;
}

type Event = ReturnType<typeof eventsIn>[number];

/**
 * The events that the executions hold. An execution that was cut off before its first node was
 * recorded still holds them, as what waits to be worked on.
 */
export function eventsIn(history: Execution[]) {
	return history.flatMap((execution) => {
		const recorded = execution.items(TRIGGER);
		const held = recorded.length > 0 ? recorded : execution.waiting;
		return held
			.filter(({ eventId }) => eventId !== undefined)
			.map(({ id, status, previousStatus, eventId }) => ({
				id: String(id),
				status: String(status),
				previousStatus: typeof previousStatus === 'string' ? previousStatus : null,
				eventId: String(eventId),
				executionId: execution.id,
			}));
	});
}

/** Messages whose status, as the service shows it, no event says; by default only those that have ended. */
export function missingIn(
	events: Event[],
	service: LocalService,
	isMeant = ({ status }: StoredMessage) => isFinal(status),
): string[] {
	service.store.settle();
	const emitted = new Set(events.map(({ id, status }) => `${id} ${status}`));
	return [...service.store.messages.all()]
		.filter(isMeant)
		.filter(({ id, status }) => !emitted.has(`${id} ${status}`))
		.map(({ id, to, status, statusUpdateTs }) => {
			return `${id} to ${to}: ${status} since ${new Date(statusUpdateTs ?? 0).toISOString()}`;
		});
}

/** Events that more than one execution holds, each with its executions. */
export function repeated(events: Event[]): Array<{ eventId: string; executionIds: string[] }> {
	const holders = grouped(events.map(({ eventId, executionId }) => [eventId, executionId]));
	return [...holders]
		.filter(([, executionIds]) => executionIds.length > 1)
		.map(([eventId, executionIds]) => ({ eventId, executionIds }));
}
