import assert from 'node:assert/strict';
import { DEFAULT_KEY, type LocalService } from '../../service/index.mts';
import { eventually, until } from '../lib/progress.mts';
import type { WorkflowFile } from '../lib/workflows.mts';
import type { Stage, Telling } from './example.mts';
import { publishFailedToEmail } from './failedToEmail.mts';
import { publishFailureNotice } from './failureNotice.mts';
import { endedMessages, isPoll, type Check } from './published.mts';
import { publishResultTable } from './resultTable.mts';
import { publishTrigger } from './trigger.mts';

const FILES = {
	'when-a-message-ends.json': publishTrigger,
	'delivery-failed-notify.json': publishFailureNotice,
	'delivery-results-to-data-table.json': publishResultTable,
	'failed-sms-goes-as-email.json': publishFailedToEmail,
};

/** A number that the local service cannot reach, and one that it can. */
const RECIPIENTS = { '77015550501': 'UNDELIV', '77015550500': 'DELIVRD' };

/** Publishes the examples that start by themselves, one after the other. */
export async function publishWatchers(
	stage: Omit<Stage, 'file'>,
	read: (file: string) => Promise<WorkflowFile>,
	{ part, has }: Telling,
): Promise<Check[]> {
	const checks: Check[] = [];
	for (const [name, start] of Object.entries(FILES)) {
		if (!has(name)) continue;
		const file = await read(name);
		await part(`Publishing "${file.name}"`, async () => {
			checks.push(await start({ ...stage, file }));
		});
	}
	return checks;
}

/** Sends as any other program of the account would, past n8n. */
async function sendElsewhere(service: LocalService, recipient: string): Promise<void> {
	const query = new URLSearchParams({ output: 'json', api: 'v1', apiKey: DEFAULT_KEY });
	const body = new URLSearchParams({ recipient, text: 'Sent by another program' });
	const url = `${service.url}/service/Message/SendSmsMessage?${query}`;
	const response = await fetch(url, { method: 'POST', body });
	const { code }: { code: number } = JSON.parse(await response.text());
	assert.equal(code, 0);
}

/** Has another program send a message that fails and one that arrives. */
export async function sendPastN8n(service: LocalService): Promise<string[]> {
	for (const recipient of Object.keys(RECIPIENTS)) await sendElsewhere(service, recipient);
	const ended = await until('The end of both messages', async () => {
		const found = endedMessages(service).filter(({ to }) => to in RECIPIENTS);
		return found.length === Object.keys(RECIPIENTS).length ? found : undefined;
	});
	assert.deepEqual(Object.fromEntries(ended.map(({ to, status }) => [to, status])), RECIPIENTS);
	return ended.map(({ id, to, status }) => `message ${id} to ${to}: ${status}`);
}

/** Waits until each has done all it must, then for two more polls of each, after which nothing may be new. */
export async function checkWatchers(checks: Check[], service: LocalService): Promise<string[]> {
	for (const check of checks) await eventually(check, { timeout: 90_000 });
	const polls = () => service.calls.filter(isPoll).length;
	const enough = polls() + 2 * checks.length;
	await until('Two more polls of each', async () => polls() >= enough);
	const lines: string[] = [];
	for (const check of checks) lines.push(...(await check()));
	return lines;
}
