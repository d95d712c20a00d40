import assert from 'node:assert/strict';
import type { CallRecord, LocalService, StoredMessage } from '../../service/index.mts';
import { isFinal } from '../../service/store/lifecycle.mts';
import { listExecutions } from '../lib/executions.mts';
import { until } from '../lib/progress.mts';
import type { Session } from '../lib/session.mts';
import {
	activateWorkflow,
	createWorkflow,
	EVERY_5_SECONDS,
	withNode,
	type SavedWorkflow,
	type WorkflowFile,
} from '../lib/workflows.mts';

/**
 * Looks at what a published workflow has done. Throws as long as that is not what it must do. Gives
 * lines for the reader.
 */
export type Check = () => Promise<string[]>;

const isTrigger = ({ type }: { type: string }) => /^n8n-nodes-mobizon\.\w+Trigger$/.test(type);
/** Where a trigger reads from that knows no time yet. */
const BEGINNING = '2000-01-01';

/** Saves a workflow with its trigger set to poll often; `publish` comes after. */
export function savePolling(session: Session, file: WorkflowFile): Promise<SavedWorkflow> {
	const trigger = file.nodes.find(isTrigger)?.name ?? 'trigger';
	const often = { parameters: { pollTimes: EVERY_5_SECONDS } };
	return createWorkflow(session, withNode(file, trigger, often));
}

/** True for the call that a trigger polls with; sending uses it too, to look for a lost answer. */
export const isPoll = ({ method }: CallRecord) => method === 'Message/List';

/** Publishes a workflow. From then on its trigger tells of everything that happens. */
export async function publish(session: Session, workflow: SavedWorkflow, service: LocalService) {
	const before = service.calls.length;
	await activateWorkflow(session, workflow);
	// The first poll marks what is old. Polls of workflows that were published before know a time.
	const isFirst = (call: CallRecord) => isPoll(call) && call.rawBody.includes(`]=${BEGINNING}`);
	await until('The first poll', async () => service.calls.slice(before).find(isFirst));
}

/** The events that a published workflow has got so far, oldest first. Throws if it ever failed. */
export async function eventsOf(session: Session, workflow: SavedWorkflow) {
	const trigger = workflow.nodes.find(isTrigger)?.name ?? '';
	const executions = (await listExecutions(session, workflow.id)).filter(
		({ mode }) => mode === 'trigger',
	);
	for (const { status, error } of executions) {
		assert.equal(status, 'success', `${workflow.name}: ${error?.node?.name}: ${error?.message}`);
	}
	return executions.flatMap((execution) => execution.items(trigger));
}

/** The messages that have ended by now, by their ids. Deferred ones have not. */
export function endedMessages({ store }: LocalService): StoredMessage[] {
	store.settle();
	const ended = [...store.messages.all()].filter(({ status }) => isFinal(status));
	return ended.sort((a, b) => Number(a.id) - Number(b.id));
}

/** The statusUpdateTs of a message as the service writes it: `YYYY-MM-DD HH:MM:SS` in its own zone. */
export const endedAt = ({ store }: LocalService, { statusUpdateTs }: StoredMessage): string =>
	store.zone.format(statusUpdateTs ?? NaN);
