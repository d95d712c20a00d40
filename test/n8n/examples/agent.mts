import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { eventually, until } from '../lib/progress.mts';
import type { Session } from '../lib/session.mts';
import { withNode, type SavedWorkflow } from '../lib/workflows.mts';
import { nextQuestion, startModel, WANTED } from './standIns.mts';
import { acceptedBy, type Play } from './stage.mts';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { N8N_DIR } from '../lib/machine.mts';

const SEND = 'Message/SendSmsMessage';
const CHAT = 'When a chat message comes';
/** n8n lets nobody approve that looks like a robot, such as those that preview links. */
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0' };

async function say(session: Session, workflow: SavedWorkflow, chatInput: string): Promise<string> {
	const json = { sessionId: crypto.randomUUID(), action: 'sendMessage', chatInput };
	const data = {
		...{ startTime: Date.now(), executionTime: 0, executionIndex: 0, executionStatus: 'success' },
		...{ source: [null], data: { main: [[{ json }]] } },
	};
	const body = { triggerToStartFrom: { name: CHAT, data } };
	const path = `/workflows/${workflow.id}/run`;
	return (await session.call<{ executionId: string }>('POST', path, body)).executionId;
}

async function clickInChat(session: Session, id: string, n8nUrl: string, approved: boolean) {
	const link = await until('The question of the agent', async () => {
		const { text } = await session.readExecution(id);
		const button = new RegExp(`http[^"]+(/webhook-waiting/[^"]+approved=${approved}&[^"]+)`);
		return button.exec(text)?.[1];
	});
	await eventually(async () => {
		const answer = await fetch(n8nUrl + link, { headers: PERSON });
		assert.equal(answer.status, 200, `the button answered ${answer.status}`);
	});
}

/** Presses a button of the page behind the question's short link, as soon as the SMS is there. */
async function pressOnPhone(service: LocalService, before: number, approved: boolean) {
	const page = await nextQuestion(service, before);
	await eventually(async () => {
		const { status, html } = await page.press(approved ? 'approve' : 'decline');
		assert.equal(status, 200, html);
		assert.match(html, /Send this SMS to/, 'the page shows the question that was asked');
	});
}

/**
 * Has the agent send an SMS, once with approval and once without. A script plays the model; all else is
 * what users have: n8n's agent, its question, and the nodes as tools.
 */
export const checkAgent: Play = async (stage) => {
	const { session, file, service, n8nUrl } = stage;
	const data = { apiKey: 'none', url: await startModel(), header: false };
	const credentials = await session.saveCredential('openAiApi', 'Scripted model', data);
	const workflow = await stage.save(withNode(file, 'Model', { credentials }));

	const ask = async (approved: boolean) => {
		const before = service.calls.length;
		const messages = service.store.messages.size;
		const isQuestion = (id: string) => /Send this SMS/.test(service.store.message(id)?.text ?? '');
		const id = await say(session, workflow, 'Say hello to +7 701 555 04 00');
		if (file.name.endsWith('by SMS')) await pressOnPhone(service, messages, approved);
		else await clickInChat(session, id, n8nUrl, approved);
		const output = await until('The answer of the agent', async () => {
			return (await session.readExecution(id)).items('Agent')[0]?.output;
		});
		const accepted = acceptedBy(service.calls.slice(before), SEND);
		return { output: String(output), accepted: accepted.filter((id) => !isQuestion(id)) };
	};

	const declined = await ask(false);
	assert.deepEqual(declined.accepted, [], 'nothing is sent without approval');
	assert.match(declined.output, /rejected/);

	const approved = await ask(true);
	assert.equal(approved.accepted.length, 1);
	const message = service.store.message(approved.accepted[0]);
	assert.equal(message?.to, WANTED.Recipient.replace(/\D/g, ''));
	assert.equal(message?.text, WANTED.Text);
	assert.match(approved.output, /"encoding":"GSM-7".*"statusText":"sent"/, 'both tools answered');
};

const TOKEN = 'a-token-for-the-demo';
const NAMED = z.array(z.object({ name: z.string() }));
const TEXTS = z.array(z.object({ text: z.string() }));

/** A client of an MCP server, as assistants have one: the one that n8n brings. */
async function connect(url: string, token: string) {
	const sdk = createRequire(`${N8N_DIR}/package.json`);
	const { Client } = sdk('@modelcontextprotocol/sdk/client/index.js');
	const http = sdk('@modelcontextprotocol/sdk/client/streamableHttp.js');
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	const client = new Client({ name: 'demo', version: '1' });
	await client.connect(new http.StreamableHTTPClientTransport(new URL(url), { requestInit }));
	return client;
}

/** A client looks at its tools, previews, sends twice for one occasion, and asks for the report. */
export const checkMcp: Play = async ({ session, file, service, n8nUrl }) => {
	const data = { token: TOKEN };
	const credentials = await session.saveCredential('httpBearerAuth', 'Token of the demo', data);
	await session.publish(withNode(file, 'MCP Server Trigger', { credentials }));
	const url = `${n8nUrl}/mcp/sms`;
	const client = await eventually(() => connect(url, TOKEN));
	const isRefused = ({ code }: { code: number }) => [401, 403].includes(code);
	await assert.rejects(connect(url, 'guessed'), isRefused, 'a stranger');
	/** What a tool says, as text. */
	const use = async (name: string, input: Record<string, string>): Promise<string> => {
		const { content } = await client.callTool({ name, arguments: input });
		return TEXTS.parse(content)
			.map(({ text }) => text)
			.join('\n');
	};

	const tools = NAMED.parse((await client.listTools()).tools).map(({ name }) => name);
	assert.deepEqual(tools.sort(), ['Get_delivery_reports_of_SMS', 'Preview_SMS', 'Send_SMS']);
	const before = service.store.messages.size;
	const sms = { Recipient: '+7 701 555 11 00', Text: 'Your order has left our shop' };
	assert.match(await use('Preview_SMS', sms), /"segments":1/);
	const order = { ...sms, Occasion: 'order-1234-shipped' };
	const sent = await use('Send_SMS', order);
	const messageId = /"messageId":(\d+)/.exec(sent)?.[1];
	assert.ok(messageId, sent);
	const again = await use('Send_SMS', order);
	assert.match(again, /"skipped":true|"recovered":true/);
	assert.equal(service.store.messages.size, before + 1, 'one occasion, one SMS');
	const later = { ...sms, Text: 'Your order has arrived', Occasion: 'order-1234-arrived' };
	await use('Send_SMS', later);
	assert.equal(service.store.messages.size, before + 2, 'another occasion, another SMS');
	const refused = await use('Send_SMS', { ...order, Recipient: '701 123' });
	assert.match(refused, /too short.*country code/s, 'a refusal says what to do');
	assert.match(await use('Get_delivery_reports_of_SMS', { Message_IDs: messageId }), /"status":/);
	await client.close();
};
