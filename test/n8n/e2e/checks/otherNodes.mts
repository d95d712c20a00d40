import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { chain, CREDENTIAL_NAME, MANUAL_TRIGGER, node } from '../../lib/workflows.mts';
import type { World } from '../lib/world.mts';

/** Nodes of others may use the credential too: n8n lets its HTTP Request node call any host with it. */
export async function checkOtherNodes({ checks, session, service, credentialId }: World) {
	await checks.check('HTTP Request: the key goes to the server of the account only', async () => {
		const heard: string[] = [];
		const stranger = createServer(({ url = '', headers, method }, response) => {
			heard.push(JSON.stringify([method, url, headers]));
			response.end('{}');
		}).listen(0, '127.0.0.1');
		await once(stranger, 'listening');
		const { port } = stranger.address() as AddressInfo;
		const request = (name: string, host: string) =>
			node(
				name,
				'n8n-nodes-base.httpRequest',
				{
					method: 'POST',
					url: `${host}/service/User/GetOwnBalance`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'mobizonSmsApi',
					options: {},
				},
				{
					typeVersion: 4.2,
					credentials: { mobizonSmsApi: { id: credentialId, name: CREDENTIAL_NAME } },
				},
			);
		const nodes = [
			node('Start', MANUAL_TRIGGER),
			request('Own server', service.url),
			// The same host at another port is another server.
			request('Another server', `http://127.0.0.1:${port}`),
		];
		const file = { name: 'Other nodes', nodes, connections: chain(nodes) };
		const before = service.calls.length;
		await session.runWell(await session.createWorkflow(file));
		stranger.close();
		const [own] = service.calls.slice(before);
		assert.equal(own.query.apiKey, DEFAULT_KEY);
		assert.equal(heard.length, 1);
		assert.ok(!heard[0].includes(DEFAULT_KEY), heard[0]);
	});
}
