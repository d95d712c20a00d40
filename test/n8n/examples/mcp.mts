import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { N8N_DIR } from '../lib/paths.mts';
import { eventually } from '../lib/progress.mts';
import { withNode } from '../lib/workflows.mts';
import type { Play } from './stage.mts';

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
