import assert from 'node:assert/strict';
import type { LocalService, StoredMessage } from '../../service/index.mts';
import { clientOf } from '../../service/test/harness.mts';
import { eventually, until } from '../lib/progress.mts';
import { withNode, EVERY_5_SECONDS, type SavedWorkflow } from '../lib/workflows.mts';
import { startChat, startMailbox } from './standIns.mts';
import { countCalls, type Stage } from './stage.mts';
import { isFinal } from '../../service/store/statuses.mts';
import { hasEnded } from '../lib/executions.mts';
import { endedWell, type Session } from '../lib/session.mts';

const isTrigger = ({ type }: { type: string }) => /^n8n-nodes-mobizon\.\w+Trigger$/.test(type);

export function savePolling(stage: Stage, file = stage.file): Promise<SavedWorkflow> {
	const trigger = file.nodes.find(isTrigger)?.name ?? 'trigger';
	return stage.save(withNode(file, trigger, { parameters: { pollTimes: EVERY_5_SECONDS } }));
}

/** Waits until triggers have polled so many times more, with this method. */
export async function morePolls({ calls }: LocalService, method: string, count: number) {
	const enough = countCalls(calls, method) + count;
	await until('More polls', async () => countCalls(calls, method) >= enough);
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

/** Looks at what a published workflow has done. Throws as long as that is not what it must do. */
type Check = () => Promise<void>;

/** A number that the local service cannot reach, and one that it can. */
const RECIPIENTS = { '77015550501': 'UNDELIV', '77015550500': 'DELIVRD' };
/** What another program sends to this one fails. */
const CUSTOMER = { phone: '77015550501', name: 'Aigerim', email: 'aigerim@example.com' };
/** In the table before her, with the same number, and no address. */
const NO_ADDRESS = { phone: '77015550501', name: 'Boris' };

/** The trigger alone: it emits every message that ended, once. */
async function publishTrigger(stage: Stage): Promise<Check> {
	const workflow = await savePolling(stage);
	await stage.session.activate(workflow);
	return async () => {
		const events = await eventsOf(stage.session, workflow);
		const expected = endedMessages(stage.service).map(({ id }) => id);
		assert.deepEqual(events.map(({ id }) => String(id)).sort(), expected.sort());
		assert.equal(new Set(events.map(({ eventId }) => eventId)).size, events.length);
		assert.ok(events.every(({ final }) => final === true));
	};
}

/** The failures of a notice; its first line says how many they are. */
function failuresIn(notice: string): string[] {
	const [heading, ...failures] = notice.split('\n');
	assert.equal(heading, `${failures.length} SMS did not arrive:`);
	return failures;
}

/** The chat hears of every message that failed, once, and of no other. */
async function publishFailureNotice(stage: Stage): Promise<Check> {
	const { session, service, file } = stage;
	const chat = await startChat();
	// Users put theirs in.
	const address = { parameters: { url: chat.url } };
	const workflow = await savePolling(stage, withNode(file, 'Tell the team', address));
	await stage.session.activate(workflow);
	return async () => {
		const events = await eventsOf(session, workflow);
		const expected = endedMessages(service)
			.filter(({ status }) => status !== 'DELIVRD')
			.map((message) => `${message.to}: ${message.status} since ${endedAt(service, message)}`);
		const failures = chat.notices.flatMap(failuresIn);
		assert.deepEqual([...failures].sort(), expected.sort());
		assert.equal(events.length, failures.length);
	};
}

/** The data table has a row for every message that ended, and no other. */
async function publishResultTable(stage: Stage): Promise<Check> {
	const { session, service } = stage;
	const table = 'sms_delivery';
	const workflow = await savePolling(stage);
	await stage.run(workflow);
	assert.deepEqual(await session.readDataTable(table), []);
	await stage.session.activate(workflow);
	return async () => {
		const expected = endedMessages(service).map((message) => ({
			messageId: message.id,
			campaignId: message.campaignId,
			recipient: message.to,
			status: message.status,
			delivered: message.status === 'DELIVRD',
			segments: message.segNum,
			statusUpdateTs: endedAt(service, message),
		}));
		const rows = (await session.readDataTable(table))
			.map(({ id, createdAt, updatedAt, ...ours }) => ours)
			.sort((a, b) => Number(a.messageId) - Number(b.messageId));
		assert.deepEqual(rows, expected);
		// The upsert would hide a result that came twice.
		assert.equal((await eventsOf(session, workflow)).length, rows.length);
	};
}

/** A customer gets each SMS that did not arrive as one e-mail; people who are no customers get none. */
async function publishFailedToEmail(stage: Stage): Promise<Check> {
	const { session, service, file } = stage;
	const { credentials, mails } = await startMailbox(session, 'Mail of the demo');
	const workflow = await savePolling(stage, withNode(file, 'Send the e-mail', { credentials }));
	await stage.run(workflow);
	await session.addRows('Customers', [NO_ADDRESS, CUSTOMER]);
	await stage.session.activate(workflow);
	return async () => {
		const failed = endedMessages(service).filter(
			({ to, status }) => to === CUSTOMER.phone && status !== 'DELIVRD',
		);
		assert.ok(failed.length > 0);
		assert.equal(mails.length, failed.length);
		for (const { to, content } of mails) {
			assert.equal(to, CUSTOMER.email);
			assert.ok(content.includes(failed[0].text), content);
		}
	};
}

/** The examples that start by themselves, by file. Each gives what it is checked with later. */
export const WATCHERS: Record<string, (stage: Stage) => Promise<Check>> = {
	'when-a-message-ends.json': publishTrigger,
	'delivery-failed-notify.json': publishFailureNotice,
	'delivery-results-to-data-table.json': publishResultTable,
	'failed-sms-goes-as-email.json': publishFailedToEmail,
};

/** Has another program of the account send a message that fails and one that arrives, past n8n. */
export async function sendPastN8n(service: LocalService): Promise<void> {
	const { send } = clientOf(() => service.url);
	for (const recipient of Object.keys(RECIPIENTS))
		assert.equal((await send({ recipient, text: 'Sent by another program' })).code, 0);
	const ended = await until('The end of both messages', async () => {
		const found = endedMessages(service).filter(({ to }) => to in RECIPIENTS);
		return found.length === Object.keys(RECIPIENTS).length ? found : undefined;
	});
	assert.deepEqual(Object.fromEntries(ended.map(({ to, status }) => [to, status])), RECIPIENTS);
}

/** Waits until each has done all it must, then for two more polls of each, after which nothing may be new. */
export async function checkWatchers(checks: Check[], service: LocalService): Promise<void> {
	for (const check of checks) await eventually(check);
	await morePolls(service, 'Message/List', 2 * checks.length);
	for (const check of checks) await check();
}
