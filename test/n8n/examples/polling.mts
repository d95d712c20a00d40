import type { CallRecord, LocalService, StoredMessage } from '../../service/index.mts';
import { isFinal } from '../../service/store/lifecycle.mts';
import { hasEnded } from '../lib/executions.mts';
import { endedWell, type Session } from '../lib/session.mts';
import { EVERY_5_SECONDS, withNode, type SavedWorkflow } from '../lib/workflows.mts';
import type { Stage } from './stage.mts';

const isTrigger = ({ type }: { type: string }) => /^n8n-nodes-mobizon\.\w+Trigger$/.test(type);

/** Saves a workflow with its trigger set to poll often. */
export function savePolling(stage: Stage, file = stage.file): Promise<SavedWorkflow> {
	const trigger = file.nodes.find(isTrigger)?.name ?? 'trigger';
	return stage.save(withNode(file, trigger, { parameters: { pollTimes: EVERY_5_SECONDS } }));
}

/** True for the call that a trigger polls with; sending uses it too, to look for a lost answer. */
export const isPoll = ({ method }: CallRecord) => method === 'Message/List';

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
