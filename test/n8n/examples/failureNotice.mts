import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import type { Session } from '../lib/session.mts';
import type { WorkflowFile } from '../lib/workflows.mts';
import { startChat } from './chat.mts';
import {
	endedAt,
	endedMessages,
	eventsOf,
	publish,
	savePolling,
	type Check,
} from './published.mts';

const NODE = 'Tell the team';

/** Puts an address of ours in, as users put in theirs. */
function withAddress(file: WorkflowFile, url: string): WorkflowFile {
	assert.ok(file.nodes.some(({ name }) => name === NODE));
	const nodes = file.nodes.map((node) =>
		node.name === NODE ? { ...node, parameters: { ...node.parameters, url } } : node,
	);
	return { ...file, nodes };
}

/** The failures of a notice; its first line says how many they are. */
function failuresIn(notice: string): string[] {
	const [heading, ...failures] = notice.split('\n');
	assert.equal(heading, `${failures.length} SMS did not arrive:`);
	return failures;
}

/** The chat hears of every message that failed, once, and of no other. */
export async function publishFailureNotice(
	session: Session,
	file: WorkflowFile,
	service: LocalService,
): Promise<Check> {
	const chat = await startChat();
	const workflow = await savePolling(session, withAddress(file, chat.url));
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
