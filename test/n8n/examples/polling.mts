import type { CallRecord, LocalService, StoredMessage } from '../../service/index.mts';
import { isFinal } from '../../service/store/lifecycle.mts';
import { hasEnded } from '../lib/executions.mts';
import { endedWell, type Session } from '../lib/session.mts';
import { until } from '../lib/progress.mts';
import { EVERY_5_SECONDS, withNode, type SavedWorkflow } from '../lib/workflows.mts';
import type { Stage } from './stage.mts';

const isTrigger = ({ type }: { type: string }) => /^n8n-nodes-mobizon\.\w+Trigger$/.test(type);
/** Where a trigger reads from that knows no time yet. */
const BEGINNING = '2000-01-01';

/** Saves a workflow with its trigger set to poll often; `publishPolling` comes after. */
export function savePolling(stage: Stage, file = stage.file): Promise<SavedWorkflow> {
	const trigger = file.nodes.find(isTrigger)?.name ?? 'trigger';
	return stage.save(withNode(file, trigger, { parameters: { pollTimes: EVERY_5_SECONDS } }));
}

/** True for the call that a trigger polls with; sending uses it too, to look for a lost answer. */
export const isPoll = ({ method }: CallRecord) => method === 'Message/List';

/** Publishes a workflow. From then on its trigger tells of everything that happens. */
export async function publishPolling({ session, service }: Stage, workflow: SavedWorkflow) {
	const before = service.calls.length;
	await session.activate(workflow);
	// The first poll marks what is old. Polls of workflows that were published before know a time.
	const isFirst = (call: CallRecord) => isPoll(call) && call.rawBody.includes(`]=${BEGINNING}`);
	await until('The first poll', async () => service.calls.slice(before).find(isFirst));
}

/** The events that a published workflow has got so far, oldest first. Throws if it ever failed. */
export async function eventsOf(session: Session, workflow: SavedWorkflow) {
	const trigger = workflow.nodes.find(isTrigger)?.name ?? '';
	const history = (await session.readHistory(workflow)).reverse();
	return history
		.filter((execution) => execution.mode === 'trigger' && hasEnded(execution))
		.flatMap((execution) => endedWell(execution).items(trigger));
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
