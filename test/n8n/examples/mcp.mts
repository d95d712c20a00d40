import assert from 'node:assert/strict';
import { z } from 'zod';
import { saveCredential } from '../lib/credentials.mts';
import { eventually } from '../lib/progress.mts';
import { publish, withNode } from '../lib/workflows.mts';
import type { Play } from './stage.mts';

const TOKEN = 'a-token-for-the-demo';
const ANSWER = z.object({
	result: z.record(z.string(), z.unknown()).optional(),
	error: z.unknown(),
});
const TOOLS = z.array(z.object({ name: z.string(), description: z.string() }));
const CONTENT = z.array(z.object({ text: z.string() }));

/** A client of an MCP server, as assistants have one: JSON-RPC over HTTP, answered as events. */
class McpClient {
	private session: string | null = null;
	private id = 0;

	constructor(
		private readonly url: string,
		private readonly token: string,
	) {}

	async post(method: string, params: unknown, isNotice = false): Promise<Response> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: {
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${this.token}`,
				'content-type': 'application/json',
				...(this.session && { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(!isNotice && { id: ++this.id }) }),
		});
		this.session = response.headers.get('mcp-session-id') ?? this.session;
		return response;
	}

	async ask(method: string, params: unknown): Promise<Record<string, unknown>> {
		const response = await this.post(method, params);
		const text = await response.text();
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		const { result, error } = ANSWER.parse(JSON.parse(data));
		if (!result) throw new Error(`${method}: ${response.status} ${JSON.stringify(error)}`);
		return result;
	}

	async connect(): Promise<void> {
		const clientInfo = { name: 'demo', version: '1' };
		await this.ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
		await this.post('notifications/initialized', {}, true);
	}

	/** What a tool says, as text. */
	async use(name: string, input: Record<string, string>): Promise<string> {
		const { content } = await this.ask('tools/call', { name, arguments: input });
		return CONTENT.parse(content)
			.map(({ text }) => text)
			.join('\n');
	}
}

/** A client looks at its tools, previews, sends twice for one occasion, and asks for the report. */
export const checkMcp: Play = async ({ session, file, service, n8nUrl }) => {
	const data = { token: TOKEN };
	const credentials = await saveCredential(session, 'httpBearerAuth', 'Token of the demo', data);
	await publish(session, withNode(file, 'MCP Server Trigger', { credentials }));
	const url = `${n8nUrl}/mcp/sms`;
	const client = new McpClient(url, TOKEN);
	await eventually(() => client.connect());
	const stranger = await new McpClient(url, 'guessed').post('initialize', {});
	assert.ok([401, 403].includes(stranger.status), `a stranger got ${stranger.status}`);

	const tools = TOOLS.parse((await client.ask('tools/list', {})).tools);
	assert.deepEqual(tools.map((tool) => tool.name).sort(), [
		'Get_a_delivery_report',
		'Preview_an_SMS',
		'Send_an_SMS',
	]);
	const before = service.store.messages.size;
	const sms = { Recipient: '+7 701 555 11 00', Text: 'Your order has left our shop' };
	assert.match(await client.use('Preview_an_SMS', sms), /"segments":1/);
	const order = { ...sms, Occasion: 'order-1234-shipped' };
	const sent = await client.use('Send_an_SMS', order);
	const messageId = /"messageId":(\d+)/.exec(sent)?.[1];
	assert.ok(messageId, sent);
	const again = await client.use('Send_an_SMS', order);
	assert.match(again, /"skipped":true|"recovered":true/);
	assert.equal(service.store.messages.size, before + 1, 'one occasion, one SMS');
	const later = { ...sms, Text: 'Your order has arrived', Occasion: 'order-1234-arrived' };
	await client.use('Send_an_SMS', later);
	assert.equal(service.store.messages.size, before + 2, 'another occasion, another SMS');
	const refused = await client.use('Send_an_SMS', { ...order, Recipient: '701 123' });
	assert.match(refused, /too short.*country code/s, 'a refusal says what to do');
	assert.match(await client.use('Get_a_delivery_report', { Message_IDs: messageId }), /"status":/);
	return [tools.map((tool) => tool.name).join(', '), `message ${messageId} was sent once`, refused];
};
