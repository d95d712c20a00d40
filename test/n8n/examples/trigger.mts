import assert from 'node:assert/strict';
import type { CallRecord, LocalService } from '../../service/index.mts';
import { listExecutions } from '../lib/executions.mts';
import { until } from '../lib/progress.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow, WorkflowFile } from '../lib/workflows.mts';

export const TRIGGER_FILE = 'when-a-message-ends.json';
const TRIGGER = 'When a message ends';

/** A demo cannot wait for minutes: twelve schedules, each once a minute, make a poll every 5 seconds. */
export function pollOften(file: WorkflowFile): WorkflowFile {
	const item = Array.from({ length: 12 }, (_, i) => ({
		mode: 'custom',
		cronExpression: `${i * 5} * * * * *`,
	}));
	const nodes = file.nodes.map((node) =>
		node.name === TRIGGER
			? { ...node, parameters: { ...node.parameters, pollTimes: { item } } }
			: node,
	);
	return { ...file, nodes };
}

/** The events that the published workflow has got so far, oldest first. */
async function eventsOf(session: Session, workflow: SavedWorkflow) {
	const executions = await listExecutions(session, workflow.id);
	return executions.flatMap((execution) => execution.items(TRIGGER));
}

/** Waits until the trigger has told of every message of the service, and checks that it did so once. */
export async function checkTrigger(
	session: Session,
	workflow: SavedWorkflow,
	service: LocalService,
): Promise<string[]> {
	service.store.settle();
	// A deferred message has no status to tell of before its time.
	const isDeferred = ({ rawBody }: CallRecord) => rawBody.includes('deferredToTs');
	const deferred = service.calls.filter(isDeferred).flatMap(({ accepted }) => accepted ?? []);
	const ids = [...service.store.messages.all()].map(({ id }) => id);
	const expected = ids.filter((id) => !deferred.includes(id)).sort();
	const events = await until(
		`Events of ${expected.length} messages`,
		async () => {
			const found = await eventsOf(session, workflow);
			return found.length >= expected.length ? found : undefined;
		},
		{ timeout: 90_000, interval: 1_000 },
	);
	assert.deepEqual(events.map(({ id }) => String(id)).sort(), expected);
	assert.equal(new Set(events.map(({ eventId }) => eventId)).size, events.length);
	assert.ok(events.every(({ final }) => final === true));
	return events.map(
		({ id, to, status, statusUpdateTs }) =>
			`event: message ${id} to ${to} is ${status} since ${statusUpdateTs}`,
	);
}
