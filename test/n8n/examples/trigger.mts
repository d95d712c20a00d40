import assert from 'node:assert/strict';
import type { Stage } from './example.mts';
import { endedMessages, eventsOf, publish, savePolling, type Check } from './published.mts';

/** The trigger alone: it tells of every message of the service, once. */
export async function publishTrigger({ session, file, service }: Stage): Promise<Check> {
	const workflow = await savePolling(session, file);
	await publish(session, workflow, service);
	return async () => {
		const events = await eventsOf(session, workflow);
		const expected = endedMessages(service).map(({ id }) => id);
		assert.deepEqual(events.map(({ id }) => String(id)).sort(), expected.sort());
		assert.equal(new Set(events.map(({ eventId }) => eventId)).size, events.length);
		assert.ok(events.every(({ final }) => final === true));
		return events.map(
			({ id, to, status, statusUpdateTs }) =>
				`event: message ${id} to ${to} is ${status} since ${statusUpdateTs}`,
		);
	};
}
