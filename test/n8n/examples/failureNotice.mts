import assert from 'node:assert/strict';
import type { Stage } from './example.mts';
import { withNode } from '../lib/workflows.mts';
import { startChat } from './chat.mts';
import {
	endedAt,
	endedMessages,
	eventsOf,
	publish,
	savePolling,
	type Check,
} from './published.mts';

/** The failures of a notice; its first line says how many they are. */
function failuresIn(notice: string): string[] {
	const [heading, ...failures] = notice.split('\n');
	assert.equal(heading, `${failures.length} SMS did not arrive:`);
	return failures;
}

/** The chat hears of every message that failed, once, and of no other. */
export async function publishFailureNotice({ session, file, service }: Stage): Promise<Check> {
	const chat = await startChat();
	// Users put theirs in.
	const address = { parameters: { url: chat.url } };
	const workflow = await savePolling(session, withNode(file, 'Tell the team', address));
	await publish(session, workflow, service);
	return async () => {
		const events = await eventsOf(session, workflow);
		const expected = endedMessages(service)
			.filter(({ status }) => status !== 'DELIVRD')
			.map((message) => `${message.to}: ${message.status} since ${endedAt(service, message)}`);
		const told = chat.notices.flatMap(failuresIn);
		assert.deepEqual([...told].sort(), expected.sort());
		assert.equal(events.length, told.length);
		return told.map((failure) => `the chat was told once: ${failure}`);
	};
}
